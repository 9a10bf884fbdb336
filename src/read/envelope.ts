// Joins the JSON texts from the database into the response body, without parsing them.
import { findResource } from '../resources/index.ts'
import type { Resource } from '../resources/resource.ts'
import type { Statement } from './statement.ts'

export type Pagination = {
  page: number
  per_page: number
  page_size: number
  /** Absent with `total=false`. */
  total_pages?: number
  total_records?: number
  cursor?: string
  page_token?: string
}

/** The JSON text of each collection, by its name. */
export type CollectionTexts = Record<string, string | null>

/** `key` is the name under which the client requested the primary collection. */
export function renderEnvelope(
  { collections, empty }: Statement<never>,
  texts: CollectionTexts,
  key: string,
  pagination?: Pagination,
): string {
  const records = collections.map((name, i) => {
    const { name: column } = findResource(name) as Resource
    return `"${i === 0 ? key : name}":[${texts[column] ?? ''}]`
  })
  const none = empty.map((name) => `"${name}":[]`)
  const links = `"links":${linksMap([...collections, ...empty], key)}`
  const paging = pagination
    ? [`"list_meta":null`, `"pagination":${JSON.stringify(pagination)}`]
    : []
  return `{${[...records, ...none, links, ...paging].join(',')}}`
}

const linksMaps = new Map<string, string>()

/** The associations of every collection in the response, with the collection each leads to. */
function linksMap(collections: string[], first: string): string {
  const key = [first, ...collections].join()
  let text = linksMaps.get(key)
  if (text === undefined) {
    const entries = collections.flatMap((name, i) =>
      Object.entries(findResource(name)?.links ?? {}).map(([association, { type }]) => [
        `${i === 0 ? first : name}.${association}`,
        { type },
      ]),
    )
    text = JSON.stringify(Object.fromEntries(entries))
    // Bounded: a client could request every combination.
    if (linksMaps.size < 1000) linksMaps.set(key, text)
  }
  return text
}
