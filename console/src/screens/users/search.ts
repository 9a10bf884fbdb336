// The state of the list of people in its address.
import { listAddress } from '../../core/list-search.ts'

/** The filters of `GET /users`, under the API's names. */
const USER_FILTERS = [
  'q',
  'allowed_state',
  'internal_user',
  'team',
  'external_account',
  'suggestion',
  'feature',
  'segment',
  'import',
  'email_address',
  'email_suppressed',
  'supported_suggestions_count',
  'satisfaction_score',
] as const

export const usersAddress = listAddress(
  USER_FILTERS,
  { all: {}, team: { internal_user: 'true' }, blocked: { allowed_state: 'blocked' } },
  // The author in the place of erased people is nobody.
  { erased: 'false' },
)
