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

/** Defaults to the token's person, never to the owner: a vote must belong to the customer who asked. */
export function readPerson(input: PersonInput, ofToken: number | null = null): Person {
  const { user, links } = input
  if (links?.user !== undefined) return { id: links.user }
  const email = input.user_email ?? input.email ?? user?.email
  if (email !== undefined) return { email, name: input.user_name ?? input.name ?? user?.name }
  if (ofToken !== null) return { id: ofToken }
  throw new ApiError('invalid', 'links.user: required. Send links.user or user_email.', {
    links: { user: 'required' },
  })
}
