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
  { collections, empty, links: linked }: Statement<never>,
  texts: CollectionTexts,
  key: string,
  pagination?: Pagination,
): string {
  const records = collections.map((name, i) => {
    const { name: column } = findResource(name) as Resource
    return `"${i === 0 ? key : name}":[${texts[column] ?? ''}]`
  })
  const none = empty.map((name) => `"${name}":[]`)
  const links = `"links":${linksMap(linked, key)}`
  const paging = pagination
    ? [`"list_meta":null`, `"pagination":${JSON.stringify(pagination)}`]
    : []
  return `{${[...records, ...none, links, ...paging].join(',')}}`
}

// By statement, because building the map costs as much as the rest of the envelope.
const linksMaps = new WeakMap<Statement<never>['links'], Map<string, string>>()

/** The associations that the records in the response have, with the collection each leads to. */
function linksMap(links: Statement<never>['links'], first: string): string {
  const texts = linksMaps.get(links) ?? new Map<string, string>()
  linksMaps.set(links, texts)
  let text = texts.get(first)
  if (text === undefined) {
    const entries = links.flatMap(({ collection, associations }, i) =>
      associations.map((association) => [
        `${i === 0 ? first : collection}.${association}`,
        { type: findResource(collection)?.links?.[association]?.type },
      ]),
    )
    text = JSON.stringify(Object.fromEntries(entries))
    texts.set(first, text)
  }
  return text
}
