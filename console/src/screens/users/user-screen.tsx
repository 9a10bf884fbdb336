import { RecordPage } from '../../components/record/record-page.tsx'
import UserRecord from './record/user-record.tsx'

export default function UserScreen() {
  return <RecordPage list="/users" Record={UserRecord} />
}
