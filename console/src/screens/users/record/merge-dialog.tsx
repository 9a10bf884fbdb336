// Merges another person into this one, after saying what moves.
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { belongingsQuery, mergeUsers, userQuery } from '../../../api/people.ts'
import { queryKeys } from '../../../api/query-keys.ts'
import type { Customer } from '../../../components/capture.ts'
import { ConfirmName } from '../../../components/confirm-name.tsx'
import { CustomerField } from '../../../components/customer-field.tsx'
import { Dialog } from '../../../components/dialog.tsx'
import { nameOf } from '../../../components/person.tsx'
import { Loaded } from '../../../components/states.tsx'
import { notify } from '../../../components/toasts.tsx'
import { t } from '../../../core/i18n.ts'
import { roleOf } from '../acting.ts'
import { Consequences } from './consequences.tsx'
import { usePerson } from './context.ts'

export default function MergeDialog({ onClose }: { onClose: () => void }) {
  const { user } = usePerson()
  const [picked, setPicked] = useState<Customer>()
  const id = picked && 'id' in picked && picked.id !== user.id ? picked.id : undefined
  if (id !== undefined) return <ConfirmMerge id={id} onClose={onClose} />
  return (
    <Dialog
      title={t('people.merge_title', { name: nameOf(user) })}
      isOpen
      onClose={onClose}
      width="medium"
    >
      <CustomerField
        label={t('people.merge_pick')}
        hint={t('people.merge_pick_hint', { name: nameOf(user) })}
        value={undefined}
        onChange={setPicked}
        isExisting
      />
    </Dialog>
  )
}

function ConfirmMerge({ id, onClose }: { id: number; onClose: () => void }) {
  const { user } = usePerson()
  const queryClient = useQueryClient()
  // Not read again meanwhile: a live update can be faster than the answer.
  const [isMerging, setMerging] = useState(false)
  const loaded = useQuery({ ...userQuery(id), enabled: !isMerging })
  const belongings = useQuery({ ...belongingsQuery(id), enabled: !isMerging })
  const to = nameOf(user)
  const other = loaded.data?.user
  const title = t('people.merge_name', { from: nameOf(other), to })
  if (!other || !belongings.data)
    return (
      <Dialog title={title} isOpen onClose={onClose} width="medium">
        {other ? (
          <Loaded query={belongings}>{() => null}</Loaded>
        ) : (
          <Loaded query={loaded}>{() => null}</Loaded>
        )}
      </Dialog>
    )
  if (roleOf(other) !== undefined)
    return (
      <Dialog title={title} isOpen onClose={onClose} width="medium">
        {t('people.merge.staff', { name: nameOf(other) })}
      </Dialog>
    )
  const counts = belongings.data
  const merge = async () => {
    setMerging(true)
    try {
      await mergeUsers(id, user.id)
    } catch (error) {
      setMerging(false)
      throw error
    }
    onClose()
    notify({ message: t('people.merged', { from: nameOf(other), to }), tone: 'success' })
    queryClient.removeQueries({ queryKey: queryKeys.record('users', id) })
    await queryClient.invalidateQueries()
  }
  return (
    <ConfirmName
      title={title}
      name={other.email_address}
      isCaseIgnored
      confirmLabel={t('people.merge_confirm')}
      onConfirm={merge}
      onClose={onClose}
      width="medium"
    >
      <Consequences
        title={t('people.merge.moved', { name: to })}
        lines={[
          ['people.erase.external_users', loaded.data?.externalUsers.length ?? 0],
          ['people.erase.supporters', counts.supporters],
          ['people.erase.suggestions', counts.suggestions],
          ['people.erase.comments', counts.comments],
          ['people.erase.feedback_records', counts.feedback_records],
          ['people.erase.nps_ratings', counts.nps_ratings],
          ['people.erase.importance_scores', counts.importance_scores],
        ]}
      />
      <p className="text-sm text-muted">
        {t('people.merge.hint', { address: other.email_address })}
      </p>
    </ConfirmName>
  )
}
