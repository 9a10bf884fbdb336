import { RecordPage } from '../../components/record/record-page.tsx'
import FeedbackRecord from './feedback-record.tsx'

export default function FeedbackScreen() {
  return <RecordPage list="/feedback" Record={FeedbackRecord} />
}
