// JSON texts → the body of an answer. Nothing is parsed or serialised again here.
import { resourceNamed } from '../resources/index.ts'
import type { Statement } from './statement.ts'

export type Pagination = {
  page: number
  per_page: number
  page_size: number
  total_pages: number
  total_records: number
  cursor?: string
  page_token?: string
}

export type Row = Record<string, string | null>

export function envelope(statement: Statement<never>, row: Row, pagination?: Pagination): string {
  const { collections, empty } = statement
  const records = collections.map((name) => `"${name}":[${row[name] ?? ''}]`)
  const none = empty.map((name) => `"${name}":[]`)
  const paging = pagination
    ? [`"list_meta":null`, `"pagination":${JSON.stringify(pagination)}`]
    : []
  return `{${[...records, ...none, `"links":${linksMap([...collections, ...empty])}`, ...paging].join(',')}}`
}

const linksMaps = new Map<string, string>()

/** The associations of every collection in the answer, each with the collection that it leads to. */
function linksMap(collections: string[]): string {
  const key = collections.join()
  let text = linksMaps.get(key)
  if (text === undefined) {
    const entries = collections.flatMap((name) =>
      Object.entries(resourceNamed(name)?.links ?? {}).map(([association, { type }]) => [
        `${name}.${association}`,
        { type },
      ]),
    )
    text = JSON.stringify(Object.fromEntries(entries))
    // The combinations that clients ask for are few; a client that tries them all must not fill the memory.
    if (linksMaps.size < 1000) linksMaps.set(key, text)
  }
  return text
}
