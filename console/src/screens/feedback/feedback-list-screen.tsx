import { useSearch } from '@tanstack/react-router'
import { ListScreen } from '../../components/list/list-screen.tsx'
import { feedbackList } from './feedback-list.tsx'

export default function FeedbackListScreen() {
  return <ListScreen list={feedbackList} search={useSearch({ from: '/feedback' })} />
}
