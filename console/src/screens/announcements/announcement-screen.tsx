// An announcement: its text, its preview, and when it is published.
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { MoreHorizontal, Send, Trash2, Undo2 } from 'lucide-react'
import { useState } from 'react'
import {
  announcementQuery,
  type Content,
  deleteAnnouncement,
  type LoadedAnnouncement,
  loadAnnouncement,
  unpublishAnnouncement,
  updateAnnouncement,
} from '../../api/announcements.ts'
import { queryKeys } from '../../api/query-keys.ts'
import { undoLatest } from '../../api/recent-changes.ts'
import { useHasRole, useSession } from '../../api/session.ts'
import { Button, IconButton } from '../../components/button.tsx'
import { Confirm } from '../../components/dialog.tsx'
import { Menu } from '../../components/menu.tsx'
import { PageTitle } from '../../components/page-title.tsx'
import { ConflictDialog } from '../../components/record/conflict-dialog.tsx'
import { isSame, type Property } from '../../components/record/property.ts'
import { RecordFailed, RecordLoading } from '../../components/record/record.tsx'
import { BackLink, RecordById, useEditBase } from '../../components/record/record-by-id.tsx'
import { useVersionedSave } from '../../components/record/versioned.ts'
import { reportFailure } from '../../components/report-failure.ts'
import { notifyDone } from '../../components/undo.ts'
import { t } from '../../core/i18n.ts'
import { AnnouncementForm } from './announcement-form.tsx'
import { contentOf } from './content.ts'
import { PublishDialog } from './publish-dialog.tsx'
import { AnnouncementState, dateOf, describeState } from './state.tsx'

export default function AnnouncementScreen() {
  const { id } = useParams({ from: '/announcements/$id' })
  return <RecordById id={id}>{(number) => <Loading id={number} />}</RecordById>
}

function Loading({ id }: { id: number }) {
  const { data, error, refetch } = useQuery(announcementQuery(id))
  if (data) return <LoadedScreen id={id} data={data} />
  if (error)
    return (
      <RecordFailed
        title={t('announcements.announcement', { id })}
        error={error}
        onRetry={() => void refetch()}
      />
    )
  return <RecordLoading />
}

/** All of it is saved together: a title may not fit to another text. */
const contentProperty = (id: number): Property<LoadedAnnouncement, Content> => ({
  id: 'content',
  label: t('announcements.content'),
  read: contentOf,
  apply: ({ etag, announcement }, { picture, suggestions, forums, ...content }) => ({
    etag,
    announcement: {
      ...announcement,
      ...content,
      body_mime_type: 'text/markdown',
      links: { ...announcement.links, picture, suggestions, forums },
    },
  }),
  send: (content, etag) => updateAnnouncement(id, content, etag),
  show: ({ title, body }) => `${title}\n\n${body}`,
  done: () => t('announcements.saved'),
})

function LoadedScreen({ id, data }: { id: number; data: LoadedAnnouncement }) {
  const { announcement } = data
  const queryClient = useQueryClient()
  const isEditable = useHasRole('admin')
  const [edited, setEdited] = useState<Content>()
  const [open, setOpen] = useState<'publish' | 'delete'>()
  const [isLeaving, setLeaving] = useState(false)
  const saved = contentOf(data)
  const draft = edited ?? saved
  const isDirty = !isSame(draft, saved) && !isLeaving
  const base = useEditBase(saved, edited !== undefined)
  const refresh = () => {
    for (const queryKey of [
      queryKeys.collection('announcements'),
      queryKeys.belonging('supporters', 'announcements', id),
    ])
      void queryClient.invalidateQueries({ queryKey })
  }
  const property = contentProperty(id)
  const { save, conflict } = useVersionedSave<LoadedAnnouncement>({
    queryKey: announcementQuery(id).queryKey,
    load: () => loadAnnouncement(id),
    properties: [property],
    onSaved: () => {
      setEdited(undefined)
      refresh()
    },
  })
  const submit = () => save(property, { ...draft, title: draft.title.trim() }, base.current)
  const close = () => setOpen(undefined)
  return (
    <>
      <PageTitle name={announcement.title} />
      <AnnouncementForm
        id={id}
        label={announcement.title}
        header={
          <Header
            data={data}
            isEditable={isEditable}
            canPublish={draft.title.trim() !== ''}
            // What is published is what is saved.
            onPublish={async () => {
              if (!isDirty || (await submit())) setOpen('publish')
            }}
            onDelete={() => setOpen('delete')}
            onChanged={refresh}
          />
        }
        draft={draft}
        onChange={setEdited}
        isDirty={isDirty}
        isEditable={isEditable}
        submitLabel={t('shell.save')}
        onSubmit={submit}
        onReset={() => setEdited(undefined)}
        date={dateOf(announcement)}
      />
      {open === 'publish' && <PublishDialog data={data} onClose={close} onDone={refresh} />}
      {open === 'delete' && (
        <DeleteDialog data={data} onClose={close} onLeave={() => setLeaving(true)} />
      )}
      <ConflictDialog conflict={conflict} />
    </>
  )
}

function Header({
  data: { announcement },
  isEditable,
  canPublish,
  onPublish,
  onDelete,
  onChanged,
}: {
  data: LoadedAnnouncement
  isEditable: boolean
  canPublish: boolean
  onPublish: () => Promise<void>
  onDelete: () => void
  onChanged: () => void
}) {
  const { id, state } = announcement
  const { user } = useSession()
  const unpublish = () =>
    unpublishAnnouncement(id).then(() => {
      onChanged()
      notifyDone(t('announcements.unpublished'), async () => {
        await undoLatest(user.id, 'announcements', [id])
        onChanged()
      })
    }, reportFailure)
  return (
    <>
      <AnnouncementsLink />
      <AnnouncementState state={state} />
      <span className="text-sm text-muted max-sm:order-last max-sm:w-full">
        {describeState(announcement)}
      </span>
      <span className="flex-1" />
      {isEditable && (
        <>
          {state !== 'draft' && (
            <Button icon={Undo2} onPress={() => void unpublish()}>
              {t(state === 'published' ? 'announcements.unpublish' : 'announcements.unschedule')}
            </Button>
          )}
          {state !== 'published' && (
            <Button
              look="primary"
              icon={Send}
              isDisabled={!canPublish}
              onPress={() => void onPublish()}
            >
              {t(state === 'draft' ? 'announcements.publish' : 'announcements.change_time')}
            </Button>
          )}
          <Menu
            label={t('announcements.more')}
            groups={[
              {
                actions: [
                  {
                    id: 'delete',
                    label: t('shell.delete'),
                    icon: Trash2,
                    isDangerous: true,
                    onAction: onDelete,
                  },
                ],
              },
            ]}
          >
            <IconButton icon={MoreHorizontal} label={t('announcements.more')} />
          </Menu>
        </>
      )}
    </>
  )
}

function DeleteDialog({
  data: { announcement },
  onClose,
  onLeave,
}: {
  data: LoadedAnnouncement
  onClose: () => void
  onLeave: () => void
}) {
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const { user } = useSession()
  const [isPending, setPending] = useState(false)
  const { id, title, state } = announcement
  const refresh = () =>
    queryClient.invalidateQueries({ queryKey: queryKeys.lists('announcements') })
  const remove = async () => {
    setPending(true)
    try {
      await deleteAnnouncement(id)
      onLeave()
      await navigate({ to: '/announcements', ignoreBlocker: true })
      void refresh()
      notifyDone(t('announcements.deleted', { title }), async () => {
        await undoLatest(user.id, 'announcements', [id])
        await refresh()
      })
    } catch (error) {
      setPending(false)
      reportFailure(error)
    }
  }
  return (
    <Confirm
      title={t('shell.delete_title', { name: title })}
      isOpen
      onClose={onClose}
      confirmLabel={t('shell.delete')}
      isDangerous
      isPending={isPending}
      onConfirm={() => void remove()}
    >
      {t(state === 'published' ? 'announcements.delete_published' : 'announcements.delete_hint')}
    </Confirm>
  )
}

export const AnnouncementsLink = () => (
  <BackLink to="/announcements">{t('shell.announcements')}</BackLink>
)
