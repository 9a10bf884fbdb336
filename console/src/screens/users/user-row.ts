// A row of the list of people: the requested members, and what was side-loaded.
import type { ExternalUser, Team, User } from '@earshot/client'

export type UserRow = Pick<User, 'id' | 'links'> &
  Partial<User> & {
    related: { teams: ReadonlyMap<number, Team>; externalUsers: ReadonlyMap<number, ExternalUser> }
  }
