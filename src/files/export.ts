// A whole collection as the text of a file, page by page, so that memory does not grow with it.
import { answerList, type Reader } from '../read/answer.ts'
import { findKeysOf } from '../read/external-keys.ts'
import { parseListRequest } from '../read/list-request.ts'
import type { Resource } from '../resources/resource.ts'
import { csvLine } from './csv.ts'

export type Format = 'csv' | 'ndjson'

type ApiRecord = Record<string, unknown>

/** The text of a page of records, how many were exported so far, and how many there were at the start. */
export type ExportPage = { text: string; exported: number; total: number }

const PAGE_SIZE = 1000

export async function* exportCollection(
  reader: Reader,
  resource: Resource,
  format: Format,
  isRaw: boolean,
): AsyncGenerator<ExportPage> {
  let columns: string[] | undefined
  let exported = 0
  for await (const { records, total } of readPages(reader, resource)) {
    let text = ''
    if (format === 'csv') {
      if (columns === undefined) {
        columns = [...exportColumns(resource), ...customColumns(resource, records[0])]
        text = csvLine(columns, isRaw)
      }
      await addLinkedKeys(reader, resource, records)
      for (const record of records) text += csvLine(cellsOf(record, columns), isRaw)
    } else {
      for (const record of records) text += `${JSON.stringify(record)}\n`
    }
    exported += records.length
    yield { text, exported, total }
  }
}

/** The records as the API lists them, the oldest first. */
async function* readPages(
  reader: Reader,
  resource: Resource,
): AsyncGenerator<{ records: ApiRecord[]; total: number }> {
  let cursor: string | undefined
  do {
    const request = parseListRequest(resource, { sort: 'id', cursor }, false)
    const page = await answerList(reader, resource, { ...request, perPage: PAGE_SIZE })
    const records: ApiRecord[] = JSON.parse(page.body)[resource.name]
    yield { records, total: page.pagination.total_records ?? 0 }
    cursor = page.pagination.cursor
  } while (cursor !== undefined)
}

const LINK = 'links.'

/** Ids mean nothing in another database, so these links are also written by a key that does. CSV only. */
const LINKED_KEYS: Record<string, { link: string; key: string; table: string }[]> = {
  external_users: [
    { link: 'user', key: 'email_address', table: 'users' },
    { link: 'external_account', key: 'external_id', table: 'external_accounts' },
  ],
}

/** The columns of every export of the collection. */
export function exportColumns({ name, fields, links }: Resource): string[] {
  const keys = (LINKED_KEYS[name] ?? []).map(({ link, key }) => `${LINK}${link}.${key}`)
  return [...Object.keys(fields), ...Object.keys(links ?? {}).map((link) => LINK + link), ...keys]
}

// All records have the same members; those that are not declared are custom fields and values of segments.
function customColumns({ fields }: Resource, first: ApiRecord = {}): string[] {
  const declared = new Set([...Object.keys(fields), 'links'])
  return Object.keys(first).filter((name) => !declared.has(name))
}

async function addLinkedKeys(
  { pool }: Reader,
  { name }: Resource,
  records: ApiRecord[],
): Promise<void> {
  for (const { link, key, table } of LINKED_KEYS[name] ?? []) {
    const ids = records.map((record) => (record.links as ApiRecord)[link])
    const keys = await findKeysOf(pool, { table, key }, ids)
    for (const { links } of records as { links: ApiRecord }[])
      links[`${link}.${key}`] = keys.get(Number(links[link]))
  }
}

const cellsOf = (record: ApiRecord, columns: string[]): unknown[] =>
  columns.map((column) =>
    column.startsWith(LINK)
      ? (record.links as ApiRecord)[column.slice(LINK.length)]
      : record[column],
  )
