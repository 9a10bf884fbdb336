// Texts that the team uses again in answers, comments and notes.
import type { SavedReply } from '@earshot/client'
import { useQuery } from '@tanstack/react-query'
import { MessageSquareText } from 'lucide-react'
import { useState } from 'react'
import {
  createSavedReply,
  deleteSavedReply,
  savedRepliesQuery,
  updateSavedReply,
} from '../../api/saved-replies.ts'
import { Editor } from '../../components/editor/index.tsx'
import { SearchField } from '../../components/fields.tsx'
import { Table } from '../../components/table.tsx'
import { formatDate, t } from '../../core/i18n.ts'
import { useDebounced } from '../../core/use-debounced.ts'
import {
  DeleteRecord,
  deleteAction,
  editAction,
  ListSection,
  RecordDialog,
} from './list-section.tsx'
import { RowMenu } from './parts.tsx'
import { useSettingsSearch } from './use-search.ts'

type Asked = { about: 'create' } | { about: 'edit' | 'delete'; reply: SavedReply }

const DEBOUNCE_MS = 200

export default function SavedReplies() {
  const { search, change } = useSettingsSearch()
  const q = useDebounced((search.q ?? '').trim(), DEBOUNCE_MS)
  const all = useQuery(savedRepliesQuery(''))
  const { data: shown = [] } = useQuery(savedRepliesQuery(q))
  const [asked, setAsked] = useState<Asked>()
  const close = () => setAsked(undefined)
  return (
    <ListSection
      area="replies"
      icon={MessageSquareText}
      query={all}
      onCreate={() => setAsked({ about: 'create' })}
      dialogs={
        <>
          {asked?.about === 'create' && <ReplyDialog reply={null} onClose={close} />}
          {asked?.about === 'edit' && <ReplyDialog reply={asked.reply} onClose={close} />}
          {asked?.about === 'delete' && <DeleteReply reply={asked.reply} onClose={close} />}
        </>
      }
    >
      {() => (
        <div className="space-y-3">
          <div className="max-w-72">
            <SearchField
              label={t('settings.replies.search')}
              value={search.q ?? ''}
              onChange={(text) => change({ q: text }, true)}
            />
          </div>
          {shown.length === 0 ? (
            <p className="py-6 text-sm text-muted">{t('settings.no_match')}</p>
          ) : (
            <Table
              label={t('settings.replies')}
              rows={shown}
              keyOf={({ id }) => id}
              columns={[
                {
                  id: 'title',
                  label: t('settings.name'),
                  render: ({ title, body }) => (
                    <>
                      <span dir="auto" className="block font-medium [overflow-wrap:anywhere]">
                        {title}
                      </span>
                      <span dir="auto" className="line-clamp-2 text-muted [overflow-wrap:anywhere]">
                        {body}
                      </span>
                    </>
                  ),
                },
                {
                  id: 'updated',
                  label: t('settings.replies.updated'),
                  isShort: true,
                  render: ({ updated_at }) => formatDate(updated_at),
                },
              ]}
              actions={(reply) => (
                <RowMenu
                  name={reply.title}
                  actions={[
                    editAction(() => setAsked({ about: 'edit', reply })),
                    deleteAction(() => setAsked({ about: 'delete', reply })),
                  ]}
                />
              )}
            />
          )}
        </div>
      )}
    </ListSection>
  )
}

function ReplyDialog({ reply, onClose }: { reply: SavedReply | null; onClose: () => void }) {
  const [title, setTitle] = useState(reply?.title ?? '')
  const [body, setBody] = useState(reply?.body ?? '')
  const [isBusy, setBusy] = useState(false)
  return (
    <RecordDialog
      area="replies"
      collections={['saved_replies']}
      isNew={reply === null}
      name={title}
      onName={setTitle}
      nameMember="title"
      maxName={140}
      isDirty={title !== (reply?.title ?? '') || body !== (reply?.body ?? '')}
      isIncomplete={body.trim() === '' || isBusy}
      write={(stored) => {
        const sent = { title: stored, body: body.trim() }
        return reply ? updateSavedReply(reply.id, sent) : createSavedReply(sent)
      }}
      onClose={onClose}
      width="medium"
    >
      <Editor
        label={t('settings.replies.body')}
        name="body"
        value={body}
        onChange={setBody}
        rows={6}
        onBusy={setBusy}
        maxLength={10_000}
      />
    </RecordDialog>
  )
}

const DeleteReply = ({ reply, onClose }: { reply: SavedReply; onClose: () => void }) => (
  <DeleteRecord
    area="replies"
    collections={['saved_replies']}
    name={reply.title}
    remove={() => deleteSavedReply(reply.id)}
    onClose={onClose}
  >
    <p>{t('settings.replies.delete_hint')}</p>
  </DeleteRecord>
)
