// Addresses of repositories at GitHub and at GitHub Enterprise Servers.

export type Repository = {
  owner: string
  name: string
  /** Of people, such as https://github.com/acme/ideas. */
  address: string
  /** Of the GraphQL API. */
  endpoint: string
}

/** The repository of an address such as https://github.com/acme/ideas. Others than github.com have their API at /api/graphql. */
export function parseRepository(address: string): Repository | undefined {
  const url = URL.parse(address)
  const [, owner, name] = /^\/([\w.-]+)\/([\w.-]+?)(?:\.git)?\/?$/.exec(url?.pathname ?? '') ?? []
  if (url === null || owner === undefined || name === undefined) return undefined
  const hasMore = url.username !== '' || url.password !== '' || url.search !== ''
  if (!['https:', 'http:'].includes(url.protocol) || hasMore) return undefined
  const isPublic = url.host === 'github.com' || url.host === 'www.github.com'
  return {
    owner,
    name,
    address: `${isPublic ? 'https://github.com' : url.origin}/${owner}/${name}`,
    endpoint: isPublic ? 'https://api.github.com/graphql' : `${url.origin}/api/graphql`,
  }
}
