// What customers said, entered by the team.
import type { FeedbackRecord, User } from '@earshot/client'
import { MessageSquarePlus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { undoLatest } from '../../../api/recent-changes.ts'
import { addFeedback, deleteFeedback, MARKDOWN } from '../../../api/suggestion-writes.ts'
import { feedbackQuery } from '../../../api/suggestions.ts'
import { Button, ExternalLink, IconButton } from '../../../components/button.tsx'
import { Dialog } from '../../../components/dialog.tsx'
import { Editor } from '../../../components/editor/index.tsx'
import { TextField } from '../../../components/fields.tsx'
import { Form } from '../../../components/form.tsx'
import { NothingHere, RecordList } from '../../../components/record/record-list.tsx'
import { RichText } from '../../../components/record/rich-text.tsx'
import { useDraft } from '../../../components/record/use-draft.ts'
import { reportFailure } from '../../../components/report-failure.ts'
import { notifyDone } from '../../../components/undo.ts'
import { t } from '../../../core/i18n.ts'
import { Byline } from './byline.tsx'
import { useRecord } from './context.ts'

export function Feedback() {
  const { id, can } = useRecord()
  const [isOpen, setOpen] = useState(false)
  return (
    <div className="space-y-2">
      {can.canContribute && (
        <div className="flex justify-end">
          <Button icon={MessageSquarePlus} onPress={() => setOpen(true)}>
            {t('record.add_feedback')}
          </Button>
        </div>
      )}
      <RecordList
        label={t('record.feedback')}
        query={feedbackQuery(id)}
        items={(pages) =>
          pages.flatMap(({ feedback_records, users = [] }) =>
            feedback_records.map((record) => ({ record, users })),
          )
        }
        keyOf={({ record }) => record.id}
        empty={<NothingHere>{t('record.no_feedback')}</NothingHere>}
      >
        {(item) => <FeedbackItem {...item} />}
      </RecordList>
      <Dialog
        title={t('record.add_feedback')}
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        width="medium"
      >
        <FeedbackForm onClose={() => setOpen(false)} />
      </Dialog>
    </div>
  )
}

function FeedbackItem({ record, users }: { record: FeedbackRecord; users: User[] }) {
  const { can, refresh } = useRecord()
  const { user, created_by } = record.links
  const remove = () =>
    deleteFeedback(record.id).then(() => {
      refresh()
      notifyDone(t('record.feedback_deleted'), async () => {
        await undoLatest(can.userId, 'feedback_records', [record.id])
        refresh()
      })
    }, reportFailure)
  return (
    <article className="py-3">
      <Byline author={users.find(({ id }) => id === user)} time={record.created_at}>
        {(can.isAdmin || (can.canContribute && created_by === can.userId)) && (
          <IconButton
            icon={Trash2}
            label={t('record.delete_feedback')}
            onPress={() => void remove()}
          />
        )}
      </Byline>
      <div className="ps-8">
        <RichText text={record.body} mimeType={record.body_mime_type} />
        {record.source_url && /^https?:/.test(record.source_url) && (
          <p className="mt-1 truncate text-xs">
            <ExternalLink href={record.source_url}>
              {record.source_title || record.source_url}
            </ExternalLink>
          </p>
        )}
      </div>
    </article>
  )
}

function FeedbackForm({ onClose }: { onClose: () => void }) {
  const { id, can, refresh } = useRecord()
  const [email, setEmail] = useState('')
  const [body, setBody] = useDraft(`feedback ${id}`)
  const [source, setSource] = useState('')
  const [isBusy, setBusy] = useState(false)
  const submit = async () => {
    const record = await addFeedback({
      body: body.trim(),
      body_mime_type: MARKDOWN,
      user_email: email.trim(),
      channel: 'admin',
      ...(source.trim() !== '' && { source_url: source.trim() }),
      links: { suggestion: id },
    })
    setBody('')
    onClose()
    refresh()
    if (record)
      notifyDone(t('record.feedback_added'), async () => {
        await undoLatest(can.userId, 'feedback_records', [record.id])
        refresh()
      })
  }
  return (
    <Form
      onSubmit={submit}
      onCancel={onClose}
      submitLabel={t('record.add_feedback')}
      isIncomplete={email.trim() === '' || body.trim() === '' || isBusy}
    >
      <TextField
        name="user_email"
        type="email"
        label={t('record.customer_email')}
        description={t('record.customer_email_hint')}
        value={email}
        onChange={setEmail}
        autoFocus
      />
      <Editor
        name="body"
        label={t('record.what_they_said')}
        rows={5}
        onBusy={setBusy}
        value={body}
        onChange={setBody}
      />
      <TextField
        name="source_url"
        label={t('record.source_url')}
        value={source}
        onChange={setSource}
      />
    </Form>
  )
}
