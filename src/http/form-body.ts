// Bodies as text → plain data: JSON, or a form whose dotted names nest (`links.forum`, `users.0.account.name`).
import { ApiError } from '../api-error.ts'

const MOST_FIELDS = 50_000
const DEEPEST = 6

export function parseJson(body: Buffer): unknown {
  const text = decoded(body)
  if (text.trim() === '') return undefined
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new ApiError('malformed', `The body is not valid JSON: ${(cause as Error).message}.`)
  }
}

export function parseForm(body: Buffer): Record<string, unknown> {
  return nested(new URLSearchParams(decoded(body)))
}

/** The token endpoint's forms: some clients separate pairs by `;`, even after the last one. */
export const parseSemicolonForm = (body: Buffer) =>
  nested(new URLSearchParams(decoded(body).replaceAll(';', '&')))

/** A query whose dotted names nest as they do in a form. */
export const nestedQuery = (query: Record<string, unknown>) =>
  nested(
    Object.entries(query).flatMap(([name, value]) =>
      [value].flat().map((one) => [name, String(one)]),
    ),
  )

export function decoded(body: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(body)
  } catch {
    throw new ApiError('malformed', 'The body is not valid UTF-8.')
  }
}

type Branch = Map<string, string | string[] | Branch>

function nested(pairs: Iterable<[string, string]>): Record<string, unknown> {
  const root: Branch = new Map()
  let fields = 0
  for (const [name, value] of pairs) {
    fields += 1
    if (fields > MOST_FIELDS) {
      throw new ApiError('malformed', `The form has more than ${MOST_FIELDS} fields.`)
    }
    const path = name.split('.')
    if (path.length > DEEPEST) {
      throw new ApiError('malformed', `The form field ${name.slice(0, 100)} is nested too deep.`)
    }
    place(root, path, value)
  }
  return plain(root) as Record<string, unknown>
}

function place(branch: Branch, [head = '', ...rest]: string[], value: string): void {
  const known = branch.get(head)
  if (rest.length > 0) {
    const next: Branch = known instanceof Map ? known : new Map()
    branch.set(head, next)
    place(next, rest, value)
  } else if (known === undefined || known instanceof Map) {
    branch.set(head, value)
  } else if (Array.isArray(known)) {
    // The same name more than once is a list.
    known.push(value)
  } else {
    branch.set(head, [known, value])
  }
}

function plain(value: string | string[] | Branch): unknown {
  if (!(value instanceof Map)) return value
  const keys = [...value.keys()]
  const members = keys.map((key) => plain(value.get(key) as Branch))
  const isList = keys.length > 0 && keys.every((key) => /^\d{1,6}$/.test(key))
  if (isList)
    return keys
      .map((key, i) => [Number(key), members[i]] as const)
      .sort(([a], [b]) => a - b)
      .map(([, member]) => member)
  // defineProperty and not assignment: a field called __proto__ is a field like any other.
  const object: Record<string, unknown> = {}
  for (const [i, key] of keys.entries()) {
    Object.defineProperty(object, key, {
      value: members[i],
      enumerable: true,
      configurable: true,
      writable: true,
    })
  }
  return object
}
