import { userQuery } from '../../api/people.ts'
import { RecordPage, type RecordPageProps } from '../../components/record/record-page.tsx'
import UserRecord from './record/user-record.tsx'
import { usersAddress } from './search.ts'

const LIST: RecordPageProps['list'] = {
  path: '/users',
  collection: 'users',
  address: usersAddress,
  recordQuery: userQuery,
}

export default function UserScreen() {
  return <RecordPage list={LIST} Record={UserRecord} />
}
