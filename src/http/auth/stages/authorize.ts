// Authorization: the client must be trusted and have the scope, and the person the role, that the policy asks for.
import type { FastifyRequest } from 'fastify'
import { privateRecordsOf } from '../../../auth/acting.ts'
import type { Identity } from '../../../auth/identity.ts'
import {
  neededScopes,
  type Requirement,
  requirementOf,
  requirementToInclude,
} from '../../../auth/policy.ts'
import { includesRole } from '../../../auth/roles.ts'
import { includesScope } from '../../../auth/scopes.ts'
import type { Context } from '../../../context.ts'
import { ApiError, notFound } from '../../../core/api-error.ts'
import { isInNetworks } from '../../../core/networks.ts'
import { parseId } from '../../../core/values.ts'
import { findVisible, isCreatedBy } from '../../../read/own-record.ts'
import { isRecordWrite, type Operation } from '../../operation-declaration.ts'
import { type Call, mergeInput } from '../../stages/call.ts'
import type { Permit } from '../../stages/request-state.ts'

export type Authorize = (identity: Identity, request: FastifyRequest) => Promise<Permit>

export function createAuthorization(operation: Operation, context: Context): Authorize {
  const requirement = requirementOf(operation)
  const { creates, own } = requirement
  const findPermit = async (identity: Identity, id: number | undefined): Promise<Permit> => {
    const all: Permit = { members: null, recordsOf: null, privateOf: privateRecordsOf(identity) }
    if (hasRole(identity, requirement.role))
      return creates && !hasRole(identity, creates.unlimited)
        ? { ...all, members: creates.members }
        : all
    if (own && operation.answer === 'list' && hasRole(identity, own.role))
      return { ...all, recordsOf: identity.userId }
    const isOwn =
      own && hasRole(identity, own.role) && id !== undefined && 'resource' in operation
        ? await isCreatedBy(context.reader.pool, operation.resource, id, identity.userId)
        : false
    if (!own || !isOwn) throw roleNeeded(identity, requirement)
    return { ...all, members: own.members ?? null }
  }
  return async (identity, { method, ip, params }) => {
    requireClient(identity, method)
    requireNetwork(identity, ip)
    requireScope(identity, requirement)
    const id = parseId((params as Record<string, string>).id)
    const permit = await findPermit(identity, id)
    if (id !== undefined && isRecordWrite(operation)) {
      const { pool } = context.reader
      const visible = await findVisible(pool, operation.resource, [id], permit.privateOf)
      if (visible.length === 0) throw notFound(operation.resource, id)
    }
    return permit
  }
}

/** Whether the person would be allowed to, so that a page offers it. `isOwn`: to a record that they created. */
export function mayCall(
  identity: Identity,
  operation: { method: string; path: string },
  isOwn = false,
): boolean {
  const requirement = requirementOf(operation)
  const { role, own } = requirement
  return (
    hasScope(identity, requirement) &&
    (hasRole(identity, role) || (isOwn && own !== undefined && hasRole(identity, own.role)))
  )
}

/** The Admin API requires a trusted client, and one that is not read-only for writes. */
function requireClient(
  { isTrusted, isReadOnly, needsSecondFactor }: Identity,
  method: string,
): void {
  if (!isTrusted)
    throw new ApiError(
      'forbidden',
      'This API client is not trusted. The Admin API requires a trusted API client.',
    )
  if (isReadOnly && method !== 'GET' && method !== 'HEAD')
    throw new ApiError('forbidden', 'This API client is read-only. Allowed: GET, HEAD.')
  if (needsSecondFactor)
    throw new ApiError(
      'forbidden',
      'Your role requires a second factor. Set one up at /admin/profile.',
    )
}

/** A token that was copied from one of its networks is worth nothing elsewhere. */
function requireNetwork({ networks }: Identity, address: string): void {
  if (!isInNetworks(address, networks))
    throw new ApiError('forbidden', `This API client cannot be used from the address ${address}.`)
}

function requireScope({ scopes }: Identity, requirement: Requirement): void {
  const { access, role } = requirement
  if (scopes === null) return
  if (access === 'write' && role === 'owner')
    throw new ApiError(
      'forbidden',
      'A token with scopes cannot change people, API clients and sessions: it could give itself more.',
    )
  if (!hasScope({ scopes }, requirement))
    throw new ApiError(
      'forbidden',
      `The token has the scopes ${scopes.join(' ') || '(none)'}. Needed: ${neededScopes(requirement).join(' ')}.`,
    )
}

const hasScope = ({ scopes }: Pick<Identity, 'scopes'>, requirement: Requirement) =>
  scopes === null || neededScopes(requirement).every((scope) => includesScope(scopes, scope))

const hasRole = ({ role }: Identity, needed: Requirement['role']) =>
  role !== null && includesRole(role, needed)

const roleNeeded = ({ role }: Identity, { role: needed, own }: Requirement) =>
  new ApiError(
    'forbidden',
    role === null
      ? 'This person is not staff. An owner can give them a role.'
      : `The role ${role} may not do this${own ? ' to records of others' : ''}. Needed: ${needed}.`,
  )

/** Which records of a collection the caller may read, with GET of its list. */
export function readableRecords(identity: Identity, collection: string): 'all' | 'own' | 'none' {
  const requirement = requirementToInclude(collection)
  if (!requirement || !hasScope(identity, requirement)) return 'none'
  if (hasRole(identity, requirement.role)) return 'all'
  return requirement.own && hasRole(identity, requirement.own.role) ? 'own' : 'none'
}

/** Side-loaded collections need what reading them needs. */
export function requireIncludes(identity: Identity, includes: string[]): void {
  for (const name of includes) {
    const requirement = requirementToInclude(name)
    if (!requirement) continue
    requireScope(identity, requirement)
    if (!hasRole(identity, requirement.role)) throw roleNeeded(identity, requirement)
  }
}

/** Refuses members that the caller may not set, in the body or the query. */
export function requireMembers({ members }: Permit, { body }: Operation, call: Call): void {
  if (members === null) return
  const input = mergeInput(call) as Record<string, unknown>
  const refused = Object.keys(input)
    .filter((name) => isMember(body, name))
    .flatMap((name) =>
      name === 'links' ? Object.keys(input.links ?? {}).map((link) => `links.${link}`) : [name],
    )
    .filter((name) => !members.includes(name))
  if (refused.length > 0)
    throw new ApiError(
      'forbidden',
      `${refused.join(', ')}: your role may not set this. Allowed: ${members.join(', ')}.`,
    )
}

/** Others are ignored. */
function isMember(body: Operation['body'], name: string): boolean {
  const { properties = {}, patternProperties = {} } = (body ?? {}) as {
    properties?: object
    patternProperties?: object
  }
  const isNamedBy = (pattern: string) => new RegExp(pattern).test(name)
  return Object.hasOwn(properties, name) || Object.keys(patternProperties).some(isNamedBy)
}
