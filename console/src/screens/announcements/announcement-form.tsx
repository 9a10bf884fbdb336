// The text of an announcement and what belongs to it, with a preview beside.
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { type Content, recipientsQuery, TYPES } from '../../api/announcements.ts'
import { Editor } from '../../components/editor/index.tsx'
import { Checkbox, TextField } from '../../components/fields.tsx'
import { Form } from '../../components/form.tsx'
import { Section } from '../../components/record/section.tsx'
import { formatNumber, t } from '../../core/i18n.ts'
import { ForumsField, SuggestionsField } from './links-field.tsx'
import { PictureField } from './picture-field.tsx'
import { Preview } from './preview.tsx'

const MAX_TITLE = 255
const MAX_BODY = 100_000

export type AnnouncementFormProps = {
  /** Where it exists already. */
  id?: number
  label: string
  header: ReactNode
  draft: Content
  onChange: (content: Content) => void
  isDirty: boolean
  isEditable: boolean
  submitLabel: string
  onSubmit: () => Promise<unknown>
  onReset?: () => void
  /** For the preview. */
  date: string | null
}

export function AnnouncementForm(props: AnnouncementFormProps) {
  const { id, label, header, draft, isEditable, date } = props
  return (
    <article aria-label={label} className="min-w-0">
      <header className="sticky top-0 z-10 flex min-h-12 flex-wrap items-center gap-1.5 border-b border-border bg-surface px-4 py-1.5">
        {header}
      </header>
      <div className="mx-auto grid max-w-[1400px] gap-x-10 gap-y-6 p-4 md:p-6 lg:grid-cols-2">
        <div className="min-w-0 space-y-6">
          <h1
            dir="auto"
            // The field of the title has it too.
            className={
              isEditable && id !== undefined
                ? 'sr-only'
                : 'text-xl leading-snug font-semibold [overflow-wrap:anywhere]'
            }
          >
            {label}
          </h1>
          {isEditable && <Fields {...props} />}
        </div>
        <aside className="min-w-0 lg:sticky lg:top-16 lg:self-start">
          <Section title={t('announcements.preview')}>
            <Preview content={draft} date={date} />
          </Section>
        </aside>
      </div>
    </article>
  )
}

function Fields({
  id,
  draft,
  onChange,
  isDirty,
  submitLabel,
  onSubmit,
  onReset,
}: AnnouncementFormProps) {
  const [isBodyBusy, setBodyBusy] = useState(false)
  const [isPictureBusy, setPictureBusy] = useState(false)
  const change = (part: Partial<Content>) => onChange({ ...draft, ...part })
  const toggle = (type: string, isOn: boolean) =>
    change({ types: TYPES.filter((one) => (one === type ? isOn : draft.types.includes(one))) })
  return (
    <Form
      submitLabel={submitLabel}
      onSubmit={onSubmit}
      {...(isDirty && onReset && { onCancel: onReset })}
      isDirty={isDirty}
      isIncomplete={!isDirty || draft.title.trim() === '' || isBodyBusy || isPictureBusy}
    >
      <TextField
        label={t('announcements.title')}
        name="title"
        countTo={MAX_TITLE}
        value={draft.title}
        onChange={(title) => change({ title })}
        autoFocus={id === undefined}
      />
      <fieldset className="flex flex-wrap gap-x-4 gap-y-2">
        <legend className="mb-1 text-sm font-medium">{t('announcements.types')}</legend>
        {TYPES.map((type) => (
          <Checkbox
            key={type}
            label={t(`announcements.type.${type}`)}
            isSelected={draft.types.includes(type)}
            onChange={(isOn) => toggle(type, isOn)}
          />
        ))}
      </fieldset>
      <Editor
        label={t('announcements.body')}
        name="body"
        value={draft.body}
        onChange={(body) => change({ body })}
        rows={10}
        maxLength={MAX_BODY}
        onBusy={setBodyBusy}
      />
      <PictureField
        picture={draft.picture}
        alt={draft.picture_alt}
        onPicture={(picture) => change({ picture })}
        onAlt={(picture_alt) => change({ picture_alt })}
        onBusy={setPictureBusy}
      />
      <SuggestionsField
        value={draft.suggestions}
        onChange={(suggestions) => change({ suggestions })}
      />
      <ForumsField value={draft.forums} onChange={(forums) => change({ forums })} />
      <Section title={t('announcements.notification')}>
        <Checkbox
          label={t('announcements.notify')}
          isSelected={draft.notify_supporters}
          onChange={(notify_supporters) => change({ notify_supporters })}
        />
        {id !== undefined && <Recipients id={id} isOutdated={isDirty} />}
        <p className="pt-1 text-sm text-muted">{t('announcements.notify_hint')}</p>
      </Section>
    </Form>
  )
}

/** Of what is saved. */
export function Recipients({ id, isOutdated = false }: { id: number; isOutdated?: boolean }) {
  const { data: count, error } = useQuery(recipientsQuery(id))
  if (error) return <p className="text-sm text-danger">{t('announcements.recipients_failed')}</p>
  if (count === undefined) return <p className="text-sm text-muted">{t('shell.loading')}</p>
  return (
    <p className="text-sm text-muted">
      {t(isOutdated ? 'announcements.recipients_saved' : 'announcements.recipients', {
        count,
        shown: formatNumber(count),
      })}
    </p>
  )
}
