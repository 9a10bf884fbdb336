// Notes of the team, with replies and files. Customers never see them.
import type { Attachment, Note, User } from '@earshot/client'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Reply, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { addNote, deleteNote } from '../../../api/suggestion-writes.ts'
import { noteAttachmentsQuery, notesQuery } from '../../../api/suggestions.ts'
import { Button, IconButton } from '../../../components/button.tsx'
import { Confirm } from '../../../components/dialog.tsx'
import { ConflictDialog } from '../../../components/record/conflict-dialog.tsx'
import { EditableText } from '../../../components/record/editable-text.tsx'
import { NothingHere, RecordList } from '../../../components/record/record-list.tsx'
import { RichText } from '../../../components/record/rich-text.tsx'
import { reportFailure } from '../../../components/report-failure.ts'
import { t } from '../../../core/i18n.ts'
import { AttachmentCard } from './attachments.tsx'
import { Byline } from './byline.tsx'
import { Composer } from './composer.tsx'
import { useRecord } from './context.ts'
import { useBodySave } from './use-body-save.ts'

type Thread = { note: Note; replies: Note[]; users: User[] }

/** The newest thread first; a reply whose note is not read yet stands alone. */
function toThreads(pages: { notes: Note[]; users?: User[] }[]): Thread[] {
  const notes = pages.flatMap((page) => page.notes)
  const users = pages.flatMap((page) => page.users ?? [])
  const ids = new Set(notes.map(({ id }) => id))
  const isRoot = ({ links }: Note) => links.parent === null || !ids.has(links.parent)
  return notes.filter(isRoot).map((note) => ({ note, users, replies: repliesOf(note, notes) }))
}

/** Replies to replies too, the oldest first. */
const repliesOf = ({ id }: Note, notes: Note[]): Note[] =>
  notes
    .filter(({ links }) => links.parent === id)
    .flatMap((reply) => [reply, ...repliesOf(reply, notes)])
    .sort((one, other) => one.id - other.id)

export function Notes() {
  const { id, can, refresh } = useRecord()
  const { save, conflict } = useBodySave('notes', refresh)
  const files = useNoteFiles(id)
  const add = async (body: string, attachment_tokens: string[], parent?: number) => {
    const links = { suggestion: id, ...(parent !== undefined && { parent }) }
    await addNote({ body, attachment_tokens, links })
    refresh()
  }
  return (
    <div className="space-y-4">
      {can.canContribute && (
        <Composer
          label={t('record.new_note')}
          hint={t('record.note_hint')}
          submitLabel={t('record.add_note')}
          draftKey={`note ${id}`}
          onSubmit={add}
          takesFiles
        />
      )}
      <RecordList
        label={t('record.notes')}
        query={notesQuery(id)}
        items={toThreads}
        keyOf={({ note }) => note.id}
        empty={<NothingHere>{t('record.no_notes')}</NothingHere>}
      >
        {(thread) => (
          <ThreadItem
            thread={thread}
            files={files}
            onSave={save}
            onReply={(body, tokens) => add(body, tokens, thread.note.id)}
          />
        )}
      </RecordList>
      <ConflictDialog conflict={conflict} />
    </div>
  )
}

function useNoteFiles(id: number): Attachment[] {
  const { data } = useInfiniteQuery(notesQuery(id))
  const notes = data?.pages.flatMap((page) => page.notes.map((note) => note.id)) ?? []
  return useQuery(noteAttachmentsQuery(id, notes)).data ?? []
}

type ThreadProps = {
  thread: Thread
  files: Attachment[]
  onSave: (note: { id: number; body: string }, base: string) => Promise<boolean>
  onReply: (body: string, tokens: string[]) => Promise<unknown>
}

function ThreadItem({ thread: { note, replies, users }, files, onSave, onReply }: ThreadProps) {
  const { can } = useRecord()
  const [isReplying, setReplying] = useState(false)
  const item = (one: Note, replyCount: number) => (
    <NoteItem
      key={one.id}
      note={one}
      replyCount={replyCount}
      users={users}
      files={files.filter(({ links }) => links.note === one.id)}
      onSave={(body, base) => onSave({ id: one.id, body }, base)}
    />
  )
  return (
    <article className="py-3">
      {item(note, replies.length)}
      {(replies.length > 0 || isReplying) && (
        <div className="mt-2 ms-3 space-y-2 border-s border-border ps-5">
          {replies.map((reply) => item(reply, 0))}
          {isReplying && (
            <Composer
              label={t('record.new_reply')}
              submitLabel={t('record.reply')}
              draftKey={`reply ${note.id}`}
              onSubmit={onReply}
              onCancel={() => setReplying(false)}
              takesFiles
              autoFocus
            />
          )}
        </div>
      )}
      {can.canContribute && !isReplying && (
        <div className="ps-5">
          <Button look="quiet" icon={Reply} onPress={() => setReplying(true)}>
            {t('record.reply')}
          </Button>
        </div>
      )}
    </article>
  )
}

type NoteProps = {
  note: Note
  replyCount: number
  users: User[]
  files: Attachment[]
  onSave: (body: string, base: string) => Promise<boolean>
}

function NoteItem({ note, replyCount, users, files, onSave }: NoteProps) {
  const { can, refresh } = useRecord()
  const author = users.find(({ id }) => id === note.links.created_by)
  const [isDeleting, setDeleting] = useState(false)
  const canEdit = can.isAdmin || (can.canContribute && note.links.created_by === can.userId)
  const remove = () =>
    deleteNote(note.id).then(() => {
      setDeleting(false)
      refresh()
    }, reportFailure)
  return (
    <div>
      <Byline author={author} time={note.created_at} isEdited={note.updated_at !== note.created_at}>
        {canEdit && (
          <IconButton
            icon={Trash2}
            label={t('record.delete_note')}
            onPress={() => setDeleting(true)}
          />
        )}
      </Byline>
      <div className="ps-8">
        <EditableText
          label={t('record.note')}
          value={note.body}
          draftKey={`notes ${note.id}`}
          onSave={onSave}
          isEditable={canEdit}
          isMultiline
          format={{ mimeType: note.body_mime_type, canMention: true }}
          isRequired
        >
          <RichText text={note.body} mimeType={note.body_mime_type} people={users} />
        </EditableText>
        {files.length > 0 && (
          <ul aria-label={t('record.attachments')} className="mt-2 grid gap-2 sm:grid-cols-2">
            {files.map((file) => (
              <li key={file.id}>
                <AttachmentCard attachment={file} canDelete={can.isAdmin} />
              </li>
            ))}
          </ul>
        )}
      </div>
      <Confirm
        title={t('record.delete_note')}
        isOpen={isDeleting}
        onClose={() => setDeleting(false)}
        confirmLabel={t('record.delete')}
        isDangerous
        onConfirm={() => void remove()}
      >
        {t('record.delete_note_hint', { count: replyCount })}
      </Confirm>
    </div>
  )
}
