// Real clients look for the records of a record below it (`/suggestions/1/supporters`); they are in a list of their own.
import { findResource } from '../resources/index.ts'
import { ADMIN_PATH } from './operation.ts'

const BELOW = new RegExp(`^${ADMIN_PATH}/(\\w+)/(\\d{1,16})/(\\w+)/?$`)

/** A sentence that says where they are, if they can be asked for; otherwise nothing. */
export function nestedPathHint(path: string): string {
  const [, owner = '', id, collection = ''] = BELOW.exec(path) ?? []
  const filter = findResource(owner)?.singular.replaceAll(' ', '_') ?? ''
  const isFilter = Object.hasOwn(findResource(collection)?.filters ?? {}, filter)
  return isFilter ? ` What you look for is at GET ${ADMIN_PATH}/${collection}?${filter}=${id}.` : ''
}
