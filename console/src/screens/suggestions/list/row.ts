// A suggestion as the grid reads it, with the records that it links to.
import type { Feature, StatusUpdate, Suggestion, User } from '@earshot/client'
import type { Column } from '../../../components/grid/column.ts'
import type { ListBody } from '../../../components/list/declaration.ts'
import { byId } from '../../../components/list/source.ts'

type ById<T> = ReadonlyMap<number, T>
export type Related = {
  users: ById<User>
  features: ById<Feature>
  statusUpdates: ById<StatusUpdate>
  suggestions: ById<Suggestion>
}
export type SuggestionRow = Pick<Suggestion, 'id' | 'links'> &
  Partial<Suggestion> & { related: Related }
export type SuggestionColumn = Column<SuggestionRow>

export function toRows(body: ListBody): SuggestionRow[] {
  const related: Related = {
    users: byId<User>(body.users),
    features: byId<Feature>(body.features),
    statusUpdates: byId<StatusUpdate>(body.status_updates),
    suggestions: byId<Suggestion>(body.parent_suggestions),
  }
  return (body.suggestions as Suggestion[]).map((suggestion) => ({ ...suggestion, related }))
}
