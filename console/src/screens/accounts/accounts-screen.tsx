import { useSearch } from '@tanstack/react-router'
import { ListScreen } from '../../components/list/list-screen.tsx'
import { accountList } from './account-list.tsx'

export default function AccountsScreen() {
  return <ListScreen list={accountList} search={useSearch({ from: '/accounts' })} />
}
