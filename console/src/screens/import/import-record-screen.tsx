import { useHasRole } from '../../api/session.ts'
import { RecordPage } from '../../components/record/record-page.tsx'
import ImportRecord from './import-record.tsx'
import { NotAllowed } from './not-allowed.tsx'

export default function ImportRecordScreen() {
  return useHasRole('admin') ? <RecordPage list="/import" Record={ImportRecord} /> : <NotAllowed />
}
