// Whom a call speaks of: a person by id, or by address under the names that clients have for it.
import { Type } from 'typebox'
import { ApiError } from '../api-error.ts'
import type { Person } from '../write/users.ts'
import { EmailAddress, ShortText } from './operation.ts'

const Email = Type.Optional(EmailAddress)
const Name = Type.Optional(ShortText)

/** Members of a body that must name somebody, beside `links.user`. */
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

/** Never the one whom the token speaks for, unless it is said: they would support what a customer asked for. */
export function readPerson(input: PersonInput): Person {
  const { user, links } = input
  if (links?.user !== undefined) return { id: links.user }
  const email = input.user_email ?? input.email ?? user?.email
  if (email !== undefined) return { email, name: input.user_name ?? input.name ?? user?.name }
  throw new ApiError('invalid', 'links.user is required, or user_email instead.', {
    links: { user: 'required' },
  })
}
