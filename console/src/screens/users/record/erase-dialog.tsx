// Erases a person, after saying what that deletes and what stays without a name.
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { belongingsQuery, eraseUser } from '../../../api/people.ts'
import { queryKeys } from '../../../api/query-keys.ts'
import { ConfirmName } from '../../../components/confirm-name.tsx'
import { nameOf } from '../../../components/person.tsx'
import { notify } from '../../../components/toasts.tsx'
import { t } from '../../../core/i18n.ts'
import { Consequences } from './consequences.tsx'
import { usePerson } from './context.ts'

type Props = { onClose: () => void; onErased: () => void }

export default function EraseDialog({ onClose, onErased }: Props) {
  const { user, externalUsers, accounts, setErasing } = usePerson()
  const queryClient = useQueryClient()
  const query = useQuery(belongingsQuery(user.id))
  const counts = query.data
  const erase = async () => {
    setErasing(true)
    try {
      await eraseUser(user.id)
    } catch (error) {
      setErasing(false)
      throw error
    }
    onClose()
    onErased()
    notify({ message: t('people.erased'), tone: 'success' })
    queryClient.removeQueries({ queryKey: queryKeys.record('users', user.id) })
    // Votes, authors and accounts of other records changed with it.
    await queryClient.invalidateQueries()
  }
  return (
    <ConfirmName
      title={t('people.erase_name', { name: nameOf(user) })}
      name={user.email_address}
      isCaseIgnored
      query={query}
      confirmLabel={t('people.erase_confirm')}
      onConfirm={erase}
      onClose={onClose}
      width="medium"
    >
      {counts && (
        <>
          <div className="grid gap-4 sm:grid-cols-2">
            <Consequences
              title={t('people.erase.deleted')}
              lines={[
                ['people.erase.person', 1],
                ['people.erase.external_users', externalUsers.length],
                // An account without an id of its own belongs to one person only.
                [
                  'people.erase.accounts',
                  accounts.filter(({ external_id }) => external_id === null).length,
                ],
                ['people.erase.supporters', counts.supporters],
                ['people.erase.nps_ratings', counts.nps_ratings],
                ['people.erase.importance_scores', counts.importance_scores],
                ['people.erase.permission', user.permissions === null ? 0 : 1],
              ]}
            />
            <Consequences
              title={t('people.erase.kept')}
              lines={[
                ['people.erase.suggestions', counts.suggestions],
                ['people.erase.comments', counts.comments],
                ['people.erase.feedback_records', counts.feedback_records],
                ['people.erase.work', user.permissions === null ? 0 : 1],
              ]}
            />
          </div>
          <p className="text-sm text-muted">{t('people.erase.hint')}</p>
        </>
      )}
    </ConfirmName>
  )
}
