import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Lock } from 'lucide-react'
import { useState } from 'react'
import { type Content, createAnnouncement } from '../../api/announcements.ts'
import { queryKeys } from '../../api/query-keys.ts'
import { useHasRole, useSession } from '../../api/session.ts'
import { PageTitle } from '../../components/page-title.tsx'
import { isSame } from '../../components/record/property.ts'
import { EmptyState } from '../../components/states.tsx'
import { notify } from '../../components/toasts.tsx'
import { t } from '../../core/i18n.ts'
import { AnnouncementForm } from './announcement-form.tsx'
import { AnnouncementsLink } from './announcement-screen.tsx'

const NOTHING: Content = {
  title: '',
  body: '',
  types: [],
  picture: null,
  picture_alt: '',
  suggestions: [],
  forums: [],
  notify_supporters: false,
}

export default function NewAnnouncementScreen() {
  const isAdmin = useHasRole('admin')
  const { role } = useSession()
  if (!isAdmin)
    return (
      <EmptyState
        level={1}
        icon={Lock}
        title={t('announcements.no_permission')}
        hint={t('announcements.no_permission_hint', { role: t(`shell.role.${role}`) })}
      />
    )
  return <NewAnnouncement />
}

function NewAnnouncement() {
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const [draft, setDraft] = useState(NOTHING)
  const title = t('announcements.new')
  const create = async () => {
    const id = await createAnnouncement({ ...draft, title: draft.title.trim() })
    void queryClient.invalidateQueries({ queryKey: queryKeys.lists('announcements') })
    notify({ message: t('announcements.created'), tone: 'success' })
    await navigate({
      to: '/announcements/$id',
      params: { id: String(id) },
      replace: true,
      ignoreBlocker: true,
    })
  }
  return (
    <>
      <PageTitle name={title} />
      <AnnouncementForm
        label={title}
        header={<AnnouncementsLink />}
        draft={draft}
        onChange={setDraft}
        isDirty={!isSame(draft, NOTHING)}
        isEditable
        submitLabel={t('announcements.create')}
        onSubmit={create}
        date={null}
      />
    </>
  )
}
