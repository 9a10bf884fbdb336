import { Type } from 'typebox'
import { teams } from '../../resources/teams.ts'
import { assignToTeam, deleteTeam, unassignFromTeam } from '../../write/teams.ts'
import { EmptyBody, Id } from '../body/body-schemas.ts'
import type { Operation } from '../operation-declaration.ts'
import { declareWrite, plainWrites, writeOperations } from '../writes.ts'

const Name = Type.String({ minLength: 1, maxLength: 255 })

const Member = Type.Object({ links: Type.Object({ team: Id, user: Id }) })

export const teamOperations = (): Operation[] =>
  writeOperations(teams, [
    ...plainWrites(teams, {
      create: Type.Object({ name: Name }),
      update: Type.Object({ name: Type.Optional(Name) }),
    }),
    declareWrite({
      method: 'DELETE',
      path: '/:id',
      summary: 'Delete a team',
      description: 'The users of the team are not deleted.',
      body: EmptyBody,
      answer: 'removed',
      run: (tx, { id }) => deleteTeam(tx, id),
    }),
    declareWrite({
      method: 'POST',
      path: '/assign',
      summary: 'Add a user to a team',
      body: Member,
      answer: 'records',
      run: (tx, { input: { links } }) => assignToTeam(tx, links.team, links.user),
    }),
    declareWrite({
      method: 'POST',
      path: '/unassign',
      summary: 'Remove a user from a team',
      body: Member,
      answer: 'records',
      run: (tx, { input: { links } }) => unassignFromTeam(tx, links.team, links.user),
    }),
  ])
