// The scopes of API clients and tokens: what a credential is limited to, whatever its person or client may do.
import { AREAS, type Areas } from '../resources/access.ts'

/** `feedback:read`, `feedback:write` … */
export const SCOPES: string[] = AREAS.flatMap((area) => [`${area}:read`, `${area}:write`])

/** Null for all. */
export type Scopes = readonly string[] | null

/** What can be written can be read. */
export const includesScope = (scopes: Scopes, scope: string): boolean =>
  scopes === null || scopes.includes(scope) || scopes.includes(scope.replace(/:read$/, ':write'))

export const readableAreas = (scopes: Scopes): Areas =>
  scopes && new Set(AREAS.filter((area) => includesScope(scopes, `${area}:read`)))

/** What both allow. */
export function intersectScopes(a: Scopes, b: Scopes): string[] | null {
  if (a === null || b === null) return sortScopes(a ?? b)
  return sortScopes(SCOPES.filter((scope) => includesScope(a, scope) && includesScope(b, scope)))
}

/** Without repetitions and without what another scope includes. */
export function sortScopes(scopes: Scopes): string[] | null {
  if (scopes === null) return null
  return SCOPES.filter(
    (scope) =>
      scopes.includes(scope) &&
      !(scope.endsWith(':read') && scopes.includes(scope.replace(/:read$/, ':write'))),
  )
}

export const isScope = (name: string): boolean => SCOPES.includes(name)
