import { suggestionQuery } from '../../api/suggestions.ts'
import { RecordPage, type RecordPageProps } from '../../components/record/record-page.tsx'
import SuggestionRecord from './record/suggestion-record.tsx'
import { suggestionsAddress, suggestionsOrder } from './search.ts'

const LIST: RecordPageProps['list'] = {
  path: '/suggestions',
  collection: 'suggestions',
  address: suggestionsAddress,
  order: suggestionsOrder,
  recordQuery: suggestionQuery,
}

export default function SuggestionScreen() {
  return <RecordPage list={LIST} Record={SuggestionRecord} />
}
