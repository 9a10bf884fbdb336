import { useSearch } from '@tanstack/react-router'
import { ListScreen } from '../../components/list/list-screen.tsx'
import { userList } from './user-list.tsx'

export default function UsersScreen() {
  return <ListScreen list={userList} search={useSearch({ from: '/users' })} />
}
