import { RecordPage } from '../../components/record/record-page.tsx'
import AccountRecord from './account-record.tsx'

export default function AccountScreen() {
  return <RecordPage list="/accounts" Record={AccountRecord} />
}
