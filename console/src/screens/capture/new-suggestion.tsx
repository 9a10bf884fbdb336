// A new suggestion, written by the team: what it is about, for whom, and where it belongs.
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Paperclip } from 'lucide-react'
import { type ClipboardEvent, useState } from 'react'
import { DropZone, type FileDropItem, FileTrigger } from 'react-aria-components'
import { categoriesQuery, forumsQuery } from '../../api/options.ts'
import { queryKeys } from '../../api/query-keys.ts'
import { useHasRole, useSession } from '../../api/session.ts'
import {
  createSuggestion,
  MARKDOWN,
  type NewSuggestion as SuggestionBody,
} from '../../api/suggestion-writes.ts'
import { MAX_TITLE } from '../../api/suggestions.ts'
import { Button } from '../../components/button.tsx'
import { type Capture, closeCapture, openCapture } from '../../components/capture.ts'
import { lengthOf } from '../../components/character-count.tsx'
import {
  CustomerField,
  customerMembers,
  isCompleteCustomer,
} from '../../components/customer-field.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { Editor } from '../../components/editor/index.tsx'
import { Checkbox, Select, TextField } from '../../components/fields.tsx'
import { Form } from '../../components/form.tsx'
import { LabelChips } from '../../components/label-chips.tsx'
import { notify } from '../../components/toasts.tsx'
import { UploadList } from '../../components/uploads/upload-list.tsx'
import { type Uploads, useUploads } from '../../components/uploads/use-uploads.ts'
import { t } from '../../core/i18n.ts'
import { type Draft, forgetDraft, hasText, useSuggestionDraft } from './draft.ts'
import { SimilarTitles } from './similar-titles.tsx'

const MAX_BODY = 10_000
const MAX_FILES = 100
const NONE = 'none'

type Asked = Extract<Capture, { kind: 'suggestion' }>

/** Stays mounted while it is closed, so that files survive it. */
export function NewSuggestion({ asked }: { asked: Asked | undefined }) {
  const uploads = useUploads()
  if (!asked) return null
  return <NewSuggestionDialog asked={asked} uploads={uploads} />
}

function NewSuggestionDialog({ asked, uploads }: { asked: Asked; uploads: Uploads }) {
  const { user } = useSession()
  const { customer, forum } = asked
  const kept = useSuggestionDraft(user.id, {
    ...(customer && { customer }),
    ...(forum !== undefined && { forum }),
  })
  const close = () => {
    closeCapture()
    if (hasText(kept.draft)) notify({ message: t('capture.draft_kept') })
  }
  return (
    <Dialog title={t('shell.new_suggestion')} isOpen onClose={close} width="large">
      <SuggestionForm kept={kept} uploads={uploads} onClose={close} />
    </Dialog>
  )
}

type FormProps = {
  kept: ReturnType<typeof useSuggestionDraft>
  uploads: Uploads
  onClose: () => void
}

function SuggestionForm({ kept, uploads, onClose }: FormProps) {
  const { draft, change } = kept
  const { user } = useSession()
  const isAdmin = useHasRole('admin')
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const { data: forums = [] } = useQuery(forumsQuery)
  const [hasMore, setMore] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const forum =
    forums.find(({ id }) => id === draft.forum) ??
    forums.find(({ is_default }) => is_default) ??
    forums[0]
  const failed = uploads.uploads.filter(({ error }) => error !== undefined).length
  const isComplete =
    draft.title.trim() !== '' &&
    lengthOf(draft.title.trim()) <= MAX_TITLE &&
    lengthOf(draft.body.trim()) <= MAX_BODY &&
    forum !== undefined &&
    !(forum.category_required && draft.category === null) &&
    (draft.customer === undefined || isCompleteCustomer(draft.customer)) &&
    !uploads.isBusy &&
    !isBusy &&
    failed === 0 &&
    uploads.uploads.length <= MAX_FILES

  const submit = async () => {
    if (!forum) return
    const id = await createSuggestion(bodyOf(draft, forum.id, uploads.tokens))
    uploads.clear()
    void queryClient.invalidateQueries({ queryKey: queryKeys.lists('suggestions') })
    notify({
      message: t('capture.created', { title: draft.title.trim() }),
      tone: 'success',
      action: {
        label: t('capture.open'),
        run: () => navigate({ to: '/suggestions/$id', params: { id: String(id) } }),
      },
    })
    kept.clear()
    if (!hasMore) closeCapture()
  }
  const add = (files: File[]) => uploads.add(files.slice(0, MAX_FILES - uploads.uploads.length))
  const onPaste = (event: ClipboardEvent) => {
    if (event.clipboardData.files.length === 0) return
    event.preventDefault()
    add([...event.clipboardData.files])
  }
  return (
    <div onPaste={onPaste}>
      {kept.isRestored && (
        <div className="mb-4 flex flex-wrap items-center gap-2 rounded border border-border bg-sunken px-3 py-1.5 text-sm">
          <span role="status" className="min-w-0 flex-1">
            {t('capture.draft_restored')}
          </span>
          <Button
            look="quiet"
            onPress={() => {
              kept.discard()
              uploads.clear()
            }}
          >
            {t('capture.start_anew')}
          </Button>
        </div>
      )}
      <Form
        onSubmit={submit}
        onCancel={onClose}
        submitLabel={t('capture.create')}
        isIncomplete={!isComplete}
      >
        <div className="grid gap-4 lg:grid-cols-[minmax(0,1fr)_300px] lg:gap-x-6">
          <TextField
            name="title"
            label={t('record.title')}
            value={draft.title}
            onChange={(title) => change({ title })}
            countTo={MAX_TITLE}
            autoFocus
          />
          <div className="lg:col-start-2 lg:row-span-2 lg:row-start-1">
            <SimilarTitles
              title={draft.title}
              onVote={(suggestion) =>
                openCapture({
                  kind: 'support',
                  suggestions: [suggestion],
                  ...(draft.customer && { customer: draft.customer }),
                  text: draft.body.trim(),
                  onSaved: () => {
                    forgetDraft(user.id)
                    uploads.clear()
                  },
                })
              }
            />
          </div>
          <div className="min-w-0 space-y-4 lg:col-start-1">
            <Editor
              name="body"
              label={t('record.body')}
              rows={5}
              onBusy={setBusy}
              onOtherFiles={add}
              value={draft.body}
              onChange={(body) => change({ body })}
              maxLength={MAX_BODY}
            />
            <div className="grid gap-4 sm:grid-cols-2">
              <Select
                label={t('record.forum')}
                options={forums.map(({ id, name }) => ({ id: String(id), label: name }))}
                value={forum ? String(forum.id) : null}
                onChange={(id) => change({ forum: Number(id), category: null })}
              />
              <CategoryField
                forum={forum?.id}
                isRequired={forum?.category_required ?? false}
                value={draft.category}
                onChange={(category) => change({ category })}
              />
            </div>
            {isAdmin && (
              <fieldset className="min-w-0">
                <legend className="text-sm font-medium">{t('record.labels')}</legend>
                <LabelChips
                  value={draft.labels}
                  onChange={(labels) => change({ labels })}
                  isEditable
                />
              </fieldset>
            )}
            <CustomerField
              label={t('capture.on_behalf')}
              {...((!draft.customer || !('id' in draft.customer)) && {
                hint: t(draft.customer ? 'capture.customer_hint' : 'capture.no_customer_hint'),
              })}
              value={draft.customer}
              onChange={(customer) => change({ customer })}
            />
            {draft.customer && (
              <Checkbox
                label={t('capture.with_vote')}
                isSelected={draft.hasVote}
                onChange={(hasVote) => change({ hasVote })}
              />
            )}
            <Files uploads={uploads} onAdd={add} failed={failed} />
            <Checkbox label={t('capture.another')} isSelected={hasMore} onChange={setMore} />
          </div>
        </div>
      </Form>
    </div>
  )
}

const bodyOf = (draft: Draft, forum: number, tokens: string[]): SuggestionBody => {
  const { customer, hasVote, category, labels } = draft
  const body = draft.body.trim()
  return {
    title: draft.title.trim(),
    channel: 'admin',
    ...(body !== '' && { body, body_mime_type: MARKDOWN }),
    ...(tokens.length > 0 && { attachment_tokens: tokens }),
    ...(customer && { vote: hasVote }),
    ...(customer && !('id' in customer) && customerMembers(customer)),
    links: {
      forum,
      ...(category !== null && { category }),
      ...(labels.length > 0 && { labels }),
      ...(customer && 'id' in customer && { created_by: customer.id }),
    },
  }
}

function CategoryField({
  forum,
  isRequired,
  value,
  onChange,
}: {
  forum: number | undefined
  isRequired: boolean
  value: number | null
  onChange: (category: number | null) => void
}) {
  const { data: categories = [] } = useQuery(categoriesQuery)
  const own = categories.filter(({ links }) => links.forum === forum)
  return (
    <Select
      label={t('record.category')}
      options={[
        ...(isRequired ? [] : [{ id: NONE, label: t('record.none') }]),
        ...own.map(({ id, name }) => ({ id: String(id), label: name })),
      ]}
      value={value === null ? (isRequired ? null : NONE) : String(value)}
      onChange={(id) => onChange(id === NONE ? null : Number(id))}
      placeholder={t('capture.choose_category')}
      isDisabled={own.length === 0}
    />
  )
}

const Files = ({
  uploads,
  onAdd,
  failed,
}: {
  uploads: Uploads
  onAdd: (files: File[]) => void
  failed: number
}) => (
  <DropZone
    aria-label={t('record.drop_files')}
    getDropOperation={() => 'copy'}
    onDrop={({ items }) => {
      const files = items.filter((item): item is FileDropItem => item.kind === 'file')
      void Promise.all(files.map((item) => item.getFile())).then(onAdd)
    }}
    className="rounded border border-dashed border-border-strong p-2 drop-target:border-accent drop-target:bg-selected"
  >
    <div className="flex flex-wrap items-center gap-2 text-sm text-muted">
      <FileTrigger allowsMultiple onSelect={(files) => files && onAdd([...files])}>
        <Button icon={Paperclip}>{t('record.attach')}</Button>
      </FileTrigger>
      {t('record.drop_files')}
    </div>
    <UploadList uploads={uploads} />
    {failed > 0 && (
      <p className="pt-1 text-sm text-danger">{t('capture.files_failed', { count: failed })}</p>
    )}
  </DropZone>
)
