import { useSearch } from '@tanstack/react-router'
import { ListScreen } from '../../components/list/list-screen.tsx'
import { suggestionList } from './list/suggestion-list.tsx'

export default function SuggestionsScreen() {
  return <ListScreen list={suggestionList} search={useSearch({ from: '/suggestions' })} />
}
