// A whole collection as the text of a file, page by page, so that memory does not grow with it.
import { answerList, type Reader } from '../read/answer.ts'
import { parseListRequest } from '../read/list-request.ts'
import type { Resource } from '../resources/resource.ts'
import { csvLine } from './csv.ts'

export type Format = 'csv' | 'ndjson'

type Shown = Record<string, unknown>

/** The text of a page of records, how many were told so far, and how many there were at the start. */
export type Part = { text: string; done: number; total: number }

const AT_ONCE = 1000

export async function* exportCollection(
  reader: Reader,
  resource: Resource,
  format: Format,
  isRaw: boolean,
): AsyncGenerator<Part> {
  let columns: string[] | undefined
  let done = 0
  for await (const { records, total } of pagesOf(reader, resource)) {
    let head = ''
    if (format === 'csv' && columns === undefined) {
      columns = columnsOf(resource, records[0])
      head = csvLine(columns, isRaw)
    }
    const lines = records.map((record) =>
      columns === undefined
        ? `${JSON.stringify(record)}\n`
        : csvLine(valuesOf(record, columns), isRaw),
    )
    done += records.length
    yield { text: head + lines.join(''), done, total }
  }
}

/** The records as their list shows them, the oldest first. */
async function* pagesOf(
  reader: Reader,
  resource: Resource,
): AsyncGenerator<{ records: Shown[]; total: number }> {
  let cursor: string | undefined
  do {
    const request = parseListRequest(resource, { sort: 'id', cursor }, false)
    const page = await answerList(reader, resource, { ...request, perPage: AT_ONCE })
    const records: Shown[] = JSON.parse(page.body)[resource.name]
    yield { records, total: page.pagination.total_records }
    cursor = page.pagination.cursor
  } while (cursor !== undefined)
}

const LINK = 'links.'

// Every record has the same members; what the declaration does not know are custom fields and values of segments.
function columnsOf({ fields, links }: Resource, first: Shown = {}): string[] {
  const declared = Object.keys(fields)
  const known = new Set([...declared, 'links'])
  const custom = Object.keys(first).filter((name) => !known.has(name))
  return [...declared, ...Object.keys(links ?? {}).map((name) => `${LINK}${name}`), ...custom]
}

const valuesOf = (record: Shown, columns: string[]): unknown[] =>
  columns.map((column) =>
    column.startsWith(LINK) ? (record.links as Shown)[column.slice(LINK.length)] : record[column],
  )
