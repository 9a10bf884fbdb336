// Votes and feedback of customers: for suggestions and people that were selected, or that are chosen here.
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { isShownInRecord } from '../../api/query-keys.ts'
import { undoLatest } from '../../api/recent-changes.ts'
import { useSession } from '../../api/session.ts'
import { addFeedback, addSupporter, MARKDOWN } from '../../api/suggestion-writes.ts'
import { Button } from '../../components/button.tsx'
import { type Capture, type Customer, closeCapture, openCapture } from '../../components/capture.ts'
import {
  CustomerField,
  customerMembers,
  isCompleteCustomer,
} from '../../components/customer-field.tsx'
import { Editor } from '../../components/editor/index.tsx'
import { ComboBox, TextField } from '../../components/fields.tsx'
import { FormDialog } from '../../components/form-dialog.tsx'
import { useMatches } from '../../components/named-records.ts'
import { notify } from '../../components/toasts.tsx'
import { notifyDone } from '../../components/undo.ts'
import { formatNumber, t } from '../../core/i18n.ts'

const CONCURRENCY = 4

type Asked = Extract<Capture, { kind: 'support' }>
type Pair = { suggestion: number; customer: Customer }
type Outcome = { added: number[]; existing: number; failures: unknown[] }

export function Support({ asked }: { asked: Asked }) {
  const { suggestions = [], people = [], account } = asked
  const queryClient = useQueryClient()
  const { user } = useSession()
  const [customer, setCustomer] = useState(asked.customer)
  const [suggestion, setSuggestion] = useState<string | null>(null)
  const [text, setText] = useState(asked.text ?? '')
  const [source, setSource] = useState('')
  const [isBusy, setBusy] = useState(false)
  const customers: Customer[] = people.length > 0 ? people : customer ? [customer] : []
  const ids =
    suggestions.length > 0
      ? suggestions.map(({ id }) => id)
      : suggestion === null
        ? []
        : [Number(suggestion)]
  const pairs = ids.flatMap((id) =>
    customers.map((one): Pair => ({ suggestion: id, customer: one })),
  )
  const hasText = text.trim() !== ''
  const refresh = () =>
    void queryClient.invalidateQueries({
      predicate: ({ queryKey }) => isShownInRecord(queryKey),
    })

  const submit = async () => {
    const outcome = await saveAll(pairs, text.trim(), source.trim())
    const { added, existing, failures } = outcome
    if (failures.length === pairs.length) throw failures[0]
    refresh()
    closeCapture()
    asked.onSaved?.()
    if (failures.length > 0)
      notify({ message: t('capture.some_failed', { count: failures.length }), tone: 'danger' })
    if (added.length === 0)
      return void notify({ message: t('capture.all_existing', { count: existing }) })
    notifyDone(
      t(hasText ? 'capture.feedback_added' : 'capture.votes_added', { count: added.length }),
      async () => {
        await undoLatest(user.id, hasText ? 'feedback_records' : 'supporters', added)
        refresh()
      },
    )
  }
  return (
    <FormDialog
      title={t('shell.add_support')}
      onClose={closeCapture}
      width="medium"
      onSubmit={submit}
      submitLabel={t(hasText ? 'capture.add_feedback' : 'capture.add_vote', {
        count: Math.max(1, pairs.length),
      })}
      isIncomplete={pairs.length === 0 || !customers.every(isCompleteCustomer) || isBusy}
      isDirty={hasText && text.trim() !== asked.text}
    >
      {suggestions.length > 0 ? (
        <Given label={t('capture.suggestion')} records={suggestions} />
      ) : (
        <SuggestionField
          value={suggestion}
          onChange={setSuggestion}
          onNew={() =>
            openCapture({
              kind: 'suggestion',
              ...(customers.length === 1 && customers[0] && { customer: customers[0] }),
            })
          }
        />
      )}
      {people.length > 0 ? (
        <Given label={t('capture.customer')} records={people} />
      ) : (
        <CustomerField
          label={account ? t('capture.person_of', { name: account.label }) : t('capture.customer')}
          value={customer}
          onChange={setCustomer}
          {...(account && { account: account.id })}
        />
      )}
      <Editor
        name="body"
        label={t('record.what_they_said')}
        hint={t('capture.text_hint')}
        rows={4}
        onBusy={setBusy}
        value={text}
        onChange={setText}
        maxLength={100_000}
      />
      {hasText && (
        <TextField
          name="source_url"
          label={t('record.source_url')}
          value={source}
          onChange={setSource}
          maxLength={2000}
        />
      )}
    </FormDialog>
  )
}

const SHOWN = 3

/** What was selected before. */
const Given = ({ label, records }: { label: string; records: { id: number; label: string }[] }) => (
  <div>
    <p className="mb-1 text-sm font-medium">{label}</p>
    <ul className="text-sm">
      {records.slice(0, SHOWN).map((record) => (
        <li key={record.id} dir="auto" className="truncate">
          {record.label}
        </li>
      ))}
      {records.length > SHOWN && (
        <li className="text-muted">
          {t('capture.and_more', {
            count: records.length - SHOWN,
            shown: formatNumber(records.length - SHOWN),
          })}
        </li>
      )}
    </ul>
  </div>
)

function SuggestionField({
  value,
  onChange,
  onNew,
}: {
  value: string | null
  onChange: (id: string) => void
  onNew: () => void
}) {
  const [text, setText] = useState('')
  const { records } = useMatches('suggestions', text, {
    query: { state: '-deleted,-spam,-merged' },
  })
  return (
    <div className="flex items-end gap-2">
      <div className="min-w-0 flex-1">
        <ComboBox
          label={t('capture.suggestion')}
          options={records.map(({ id, title, supporters_count }) => ({
            id: String(id),
            label: title,
            hint: t('capture.supporters', {
              count: supporters_count,
              shown: formatNumber(supporters_count),
            }),
          }))}
          value={value}
          onChange={onChange}
          onInput={setText}
          placeholder={t('record.find_suggestion')}
        />
      </div>
      <Button onPress={onNew}>{t('shell.new_suggestion')}</Button>
    </div>
  )
}

async function saveAll(pairs: Pair[], body: string, source: string): Promise<Outcome> {
  const waiting = [...pairs]
  const outcome: Outcome = { added: [], existing: 0, failures: [] }
  const work = async () => {
    for (let pair = waiting.shift(); pair; pair = waiting.shift()) {
      try {
        const record = await save(pair, body, source)
        if (record) outcome.added.push(record.id)
        else outcome.existing += 1
      } catch (error) {
        outcome.failures.push(error)
      }
    }
  }
  await Promise.all(Array.from({ length: CONCURRENCY }, work))
  return outcome
}

/** Undefined when the person supported the suggestion already. */
async function save({ suggestion, customer }: Pair, body: string, source: string) {
  const person = 'id' in customer ? {} : customerMembers(customer)
  const links = { suggestion, ...('id' in customer && { user: customer.id }) }
  if (body === '') return addSupporter({ channel: 'admin', ...person, links })
  return addFeedback({
    body,
    body_mime_type: MARKDOWN,
    channel: 'admin',
    ...(source !== '' && { source_url: source }),
    ...person,
    links,
  })
}
