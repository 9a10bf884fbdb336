// The query of an address is the query of the API: plain texts, not JSON.
export const parseSearch = (text: string): Record<string, string> =>
  Object.fromEntries(new URLSearchParams(text))

export function stringifySearch(search: Record<string, unknown>): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(search))
    if (value !== undefined && value !== null && value !== '') query.set(name, String(value))
  const text = query.toString().replaceAll('%2C', ',').replaceAll('%3A', ':')
  return text && `?${text}`
}
