// Some clients request nested collections (`/suggestions/1/supporters`); the API has them as filtered lists.
import { findResource } from '../../resources/index.ts'
import { ADMIN_PATH } from '../operation-declaration.ts'

const NESTED_PATH = new RegExp(`^${ADMIN_PATH}/(\\w+)/(\\d{1,16})/(\\w+)/?$`)

/** A sentence with the path of the filtered list, or of the POST that creates such a record. An empty string without one. */
export function nestedPathHint(
  method: string,
  path: string,
  hasRoute: (method: string, path: string) => boolean,
): string {
  const [, owner = '', id, collection = ''] = NESTED_PATH.exec(path) ?? []
  const name = findResource(owner)?.singular.replaceAll(' ', '_') ?? ''
  const { filters = {}, links = {} } = findResource(collection) ?? {}
  const target = `${ADMIN_PATH}/${collection}`
  if (method === 'POST' && Object.hasOwn(links ?? {}, name) && hasRoute('POST', target))
    return ` Use POST ${target} with links.${name}=${id}.`
  return Object.hasOwn(filters, name) ? ` Use GET ${target}?${name}=${id}.` : ''
}
