// `Prefer: handling=strict`: unknown parameters and members are rejected.
import { refuseUnknown } from '../../read/list-request.ts'
import type { Operation } from '../operation-declaration.ts'
import type { Call } from './call.ts'

/** Lists check their own parameters, because custom fields are among them. */
export function refuseUnknownParameters(operation: Operation, { request, query }: Call): void {
  const { answer, body, query: own = {} } = operation
  if (answer === 'list') return
  const parameters = Object.keys(query).map((name) => name.split('.', 1)[0] as string)
  const input = request.body
  const members =
    typeof input === 'object' && input && !Array.isArray(input) ? Object.keys(input) : []
  const { properties = {}, patternProperties = {} } = (body ?? {}) as {
    properties?: object
    patternProperties?: object
  }
  const patterns = Object.keys(patternProperties).map((pattern) => new RegExp(pattern))
  const undeclared = (names: string[]) =>
    names.filter((name) => !patterns.some((pattern) => pattern.test(name)))
  const known = ['includes', ...Object.keys(properties)]
  // Only the query has `fields`.
  const more = [...('resource' in operation ? ['fields'] : []), ...Object.keys(own)]
  refuseUnknown(undeclared(parameters), [...more, ...known])
  if (body) refuseUnknown(undeclared(members), known)
}
