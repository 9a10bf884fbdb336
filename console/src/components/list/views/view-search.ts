// What a view keeps of the address of a list.
import type { View } from '@earshot/client'
import type { ListAddress, ListSearch } from '../../../core/list-search.ts'

type Addressed = { address: Pick<ListAddress, 'parse'> }
type Stored = Pick<View, 'id' | 'params'>

export const viewSearch = ({ address }: Addressed, view: Stored): ListSearch => ({
  ...address.parse(Object.fromEntries(new URLSearchParams(view.params ?? ''))),
  view: String(view.id),
})

/** Without the view itself and the open record. */
export function viewParams({ view: _view, open: _open, in: _in, ...kept }: ListSearch): string {
  const query = new URLSearchParams(kept as Record<string, string>)
  query.sort()
  return query.toString()
}

/** Whether the list is not what the view shows. */
export const isChanged = (list: Addressed, search: ListSearch, view: Stored): boolean =>
  viewParams(search) !== viewParams(viewSearch(list, view))
