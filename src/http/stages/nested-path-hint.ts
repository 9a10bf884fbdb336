// Some clients request nested collections (`/suggestions/1/supporters`); the API has them as filtered lists.
import { findResource } from '../../resources/index.ts'
import { ADMIN_PATH } from '../operation-declaration.ts'

const NESTED_PATH = new RegExp(`^${ADMIN_PATH}/(\\w+)/(\\d{1,16})/(\\w+)/?$`)

/** A sentence with the path of the filtered list, or an empty string. */
export function nestedPathHint(path: string): string {
  const [, owner = '', id, collection = ''] = NESTED_PATH.exec(path) ?? []
  const filter = findResource(owner)?.singular.replaceAll(' ', '_') ?? ''
  const isFilter = Object.hasOwn(findResource(collection)?.filters ?? {}, filter)
  return isFilter ? ` Use GET ${ADMIN_PATH}/${collection}?${filter}=${id}.` : ''
}
