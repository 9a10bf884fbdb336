// The address of a call, from its path, path parameters and query.

export const ADMIN_PATH = '/api/v2/admin'
export const END_USERS_PATH = '/api/end_users'

type Parameters = { path?: Record<string, unknown>; query?: Record<string, unknown> }

export function buildUrl(path: string, { path: named = {}, query = {} }: Parameters): string {
  const place = path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = encode(named[name] ?? '')
    // Empty and dotted segments would lead to another path.
    if (/^\.{0,2}$/.test(value)) throw new TypeError(`path.${name}: required for ${path}.`)
    return value
  })
  const pairs = Object.entries(query).flatMap(([name, value]) => pairsOf(name, value))
  const search = pairs.length > 0 ? `?${pairs.join('&')}` : ''
  return `${path.startsWith('/api/') ? '' : ADMIN_PATH}${place}${search}`
}

/** An object stands for one parameter per member, such as the filters by custom fields. */
function pairsOf(name: string, value: unknown): string[] {
  if (value === undefined || value === null) return []
  if (Array.isArray(value) && value.length === 0) return []
  if (typeof value === 'object' && !Array.isArray(value))
    return Object.entries(value).flatMap(([member, one]) => pairsOf(member, one))
  return [`${encodeURIComponent(name)}=${encode(value)}`]
}

/** Several values have commas between them. */
const encode = (value: unknown): string =>
  [value]
    .flat()
    .map((one) => encodeURIComponent(String(one)))
    .join(',')
