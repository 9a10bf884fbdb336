import { accountQuery } from '../../api/people.ts'
import { RecordPage, type RecordPageProps } from '../../components/record/record-page.tsx'
import AccountRecord from './account-record.tsx'
import { accountsAddress, accountsOrder } from './search.ts'

const LIST: RecordPageProps['list'] = {
  path: '/accounts',
  collection: 'external_accounts',
  address: accountsAddress,
  order: accountsOrder,
  recordQuery: accountQuery,
}

export default function AccountScreen() {
  return <RecordPage list={LIST} Record={AccountRecord} />
}
