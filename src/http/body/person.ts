// The person in a request body: by id, or by e-mail address under the names that clients use.
import { Type } from 'typebox'
import { ApiError } from '../../core/api-error.ts'
import type { Person } from '../../write/core/people.ts'
import { EmailAddress, ShortText } from './body-schemas.ts'

const Email = Type.Optional(EmailAddress)
const Name = Type.Optional(ShortText)

/** Body members that identify a person, besides `links.user`. */
export const personMembers = {
  user_email: Email,
  user_name: Name,
  email: Email,
  name: Name,
  user: Type.Optional(Type.Object({ email: Email, name: Name })),
}

type PersonInput = {
  user_email?: string
  user_name?: string
  email?: string
  name?: string
  user?: { email?: string; name?: string }
  links?: { user?: number }
}

/** Undefined when the body names nobody. */
export function findPerson(input: PersonInput): Person | undefined {
  const { user, links } = input
  if (links?.user !== undefined) return { id: links.user }
  const email = input.user_email ?? input.email ?? user?.email
  if (email !== undefined) return { email, name: input.user_name ?? input.name ?? user?.name }
  return undefined
}

export function requirePerson(input: PersonInput): Person {
  const person = findPerson(input)
  if (person) return person
  throw new ApiError('invalid', 'links.user: required. Send links.user or user_email.', {
    links: { user: 'required' },
  })
}

/** The author in a body that names them by id, by address or not at all. */
export const findAuthor = (
  id: number | undefined,
  email: string | undefined,
): Person | undefined => {
  if (id !== undefined) return { id }
  return email === undefined ? undefined : { email }
}
