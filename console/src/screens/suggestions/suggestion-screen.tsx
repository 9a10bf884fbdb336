import { RecordPage } from '../../components/record/record-page.tsx'
import SuggestionRecord from './record/suggestion-record.tsx'

export default function SuggestionScreen() {
  return <RecordPage list="/suggestions" Record={SuggestionRecord} />
}
