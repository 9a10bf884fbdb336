// Who supports an idea: where a setting says so, and always for the team.
import { ApiError } from '../../core/api-error.ts'
import { addedCondition } from '../../read/list-request.ts'
import { ideaSupporters } from '../../resources/end-users/supporters.ts'
import type { EndUserCall, EndUserOperation } from './declaration.ts'
import { requireIdea } from './doors.ts'
import { answerPage, cursorParameters } from './lists.ts'

export const seesSupporters = ({ context, caller }: EndUserCall): boolean =>
  context.settings.portal_supporters || caller?.isStaff === true

export const supportersOf = (ideaId: number) => [addedCondition(ideaSupporters, 'idea', [ideaId])]

export const supporterOperations = (): EndUserOperation[] => [
  {
    method: 'GET',
    path: '/ideas/:id/supporters',
    summary: 'List who supports an idea, the newest first',
    description:
      '403 unless the setting `portal_supporters` allows it. `name` and `avatar_path` are null for people without a name, and for ' +
      'people who do not want to be named.',
    tag: 'ideas',
    query: cursorParameters,
    hasPages: true,
    answer: { arrayOf: ideaSupporters },
    async handle(call) {
      const { idea } = await requireIdea(call)
      if (!seesSupporters(call))
        throw new ApiError('forbidden', 'This portal does not show who supports an idea.')
      return answerPage(call, ideaSupporters, {}, supportersOf(idea.target.id))
    },
  },
]
