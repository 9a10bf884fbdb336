import { feedbackRecordQuery } from '../../api/feedback.ts'
import { RecordPage, type RecordPageProps } from '../../components/record/record-page.tsx'
import FeedbackRecord from './feedback-record.tsx'
import { feedbackAddress, feedbackOrder } from './search.ts'

const LIST: RecordPageProps['list'] = {
  path: '/feedback',
  collection: 'feedback_records',
  address: feedbackAddress,
  order: feedbackOrder,
  recordQuery: feedbackRecordQuery,
}

export default function FeedbackScreen() {
  return <RecordPage list={LIST} Record={FeedbackRecord} />
}
