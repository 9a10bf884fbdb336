// What the names of the source become here: each is chosen once, and later runs use it too.
import { useQuery } from '@tanstack/react-query'
import { FlaskConical, Play } from 'lucide-react'
import { useState } from 'react'
import {
  type MoveMapping,
  type MoveValues,
  mapMove,
  mappingOf,
  moveValuesQuery,
  runMove,
  tryMove,
} from '../../../api/moves.ts'
import { Button } from '../../../components/button.tsx'
import { Dialog } from '../../../components/dialog.tsx'
import { type Option, Select, TextField } from '../../../components/fields.tsx'
import { Form } from '../../../components/form.tsx'
import { FoldedSection, Section } from '../../../components/record/section.tsx'
import { reportFailure } from '../../../components/report-failure.ts'
import { ErrorState, SkeletonLines } from '../../../components/states.tsx'
import { formatNumber, t } from '../../../core/i18n.ts'
import { Notice } from './notice.tsx'
import { kindText, type StepProps, TaskButton, useAct } from './parts.tsx'

type Kind = MoveValues['kinds'][number]
type Value = Kind['values'][number]
type Target = NonNullable<MoveMapping['statuses']>[string]
type Choose = (to: Target | undefined) => Promise<unknown>

const STEP = 20
// No name of a source: the ids of the other choices are names.
const NEW = '\u0000new'
const OTHER = '\u0000other'
const LEAVE_OUT = '\u0000leave out'

export function MapStep({ move }: StepProps) {
  const query = useQuery(moveValuesQuery(move))
  if (query.isPending) return <SkeletonLines lines={8} />
  if (!query.data) return <ErrorState error={query.error} onRetry={() => void query.refetch()} />
  return <Mapping move={move} values={query.data} />
}

function Mapping({ move, values }: StepProps & { values: MoveValues }) {
  const { act, isPending } = useAct()
  const mapping = mappingOf(move)
  const save = (changed: MoveMapping) =>
    act(() => mapMove(move.id, { ...mapping, ...changed })).catch(reportFailure)
  const shown = values.kinds.filter((kind) => kind.values.length > 0)
  const { problems_count, problems } = values
  return (
    <div className="space-y-6">
      {move.task === 'try' && move.task_state === 'failed' && move.reason && (
        <Notice tone="danger">{move.reason}</Notice>
      )}
      <p className="max-w-[80ch] text-sm text-muted">{t('import.move.map_hint')}</p>
      <Section title={t('import.move.map')}>
        <div className="grid items-start gap-4 lg:grid-cols-2">
          {shown.map((kind) => (
            <KindValues
              key={kind.kind}
              kind={kind}
              isDisabled={isPending}
              onChoose={(value, to) => save(withTarget(mapping, kind.kind, { value, to }))}
            />
          ))}
          <People
            people={values.people_without_address}
            isDisabled={isPending}
            onChoose={(people_without_address) => save({ people_without_address })}
          />
        </div>
      </Section>
      {problems_count > 0 && (
        <FoldedSection title={t('import.move.will_not_fit')} count={problems_count}>
          <ul className="space-y-1 text-sm">
            {problems.map(({ file, line, message }) => (
              <li key={`${file} ${line} ${message}`} className="[overflow-wrap:anywhere]">
                <span className="font-medium">{kindText(file.replace('.ndjson', ''))}:</span>{' '}
                {message}
              </li>
            ))}
          </ul>
          {problems_count > problems.length && (
            <p className="mt-2 text-sm text-muted">{t('import.move.report_has_all')}</p>
          )}
        </FoldedSection>
      )}
      <p className="max-w-[80ch] text-sm text-muted">{t('import.move.try_hint')}</p>
      <div className="flex flex-wrap justify-end gap-2">
        <TaskButton
          move={move}
          label={t('import.move.run')}
          icon={Play}
          task={runMove}
          isDisabled={isPending}
        />
        <TaskButton
          move={move}
          label={t('import.move.try')}
          icon={FlaskConical}
          task={tryMove}
          isPrimary
          isDisabled={isPending}
        />
      </div>
    </div>
  )
}

/** Case does not count in the names of a mapping. */
function withTarget(
  mapping: MoveMapping,
  kind: Kind['kind'],
  { value, to }: { value: string; to: Target | undefined },
): MoveMapping {
  const kept = Object.entries(mapping[kind] ?? {}).filter(
    ([name]) => name.toLowerCase() !== value.toLowerCase(),
  )
  const added = to === undefined ? [] : [[value, to] as const]
  return { [kind]: Object.fromEntries([...kept, ...added]) }
}

type KindProps = {
  kind: Kind
  isDisabled: boolean
  onChoose: (value: string, to: Target | undefined) => Promise<unknown>
}

function KindValues({ kind: { kind, values, choices }, isDisabled, onChoose }: KindProps) {
  const [count, setCount] = useState(STEP)
  // In an order that stays while one after the other is chosen.
  const sorted = values.toSorted((a, b) => b.count - a.count || a.value.localeCompare(b.value))
  return (
    <section aria-label={kindText(kind)} className="min-w-0 rounded border border-border">
      <h3 className="flex gap-2 border-b border-border bg-sunken px-3 py-1.5 text-sm font-medium">
        {kindText(kind)}
        <span className="font-normal text-muted tabular-nums">{formatNumber(values.length)}</span>
      </h3>
      <ul className="divide-y divide-border">
        {sorted.slice(0, count).map((one) => (
          <ValueRow
            key={one.value}
            kind={kind}
            one={one}
            choices={choices.filter(({ within }) => within === one.within).map(({ name }) => name)}
            isDisabled={isDisabled}
            onChoose={(to) => onChoose(one.value, to)}
          />
        ))}
      </ul>
      {sorted.length > count && (
        <div className="border-t border-border px-3 py-2">
          <Button onPress={() => setCount(count + STEP)}>{t('record.show_more')}</Button>
        </div>
      )}
    </section>
  )
}

/** Without the names above it. */
const ownName = (kind: Kind['kind'], value: string) =>
  kind === 'custom_fields'
    ? value.slice(value.indexOf('.') + 1)
    : kind === 'categories' || kind === 'labels'
      ? (value.split(' / ').at(-1) ?? value)
      : value

type RowProps = {
  kind: Kind['kind']
  one: Value
  choices: string[]
  isDisabled: boolean
  onChoose: Choose
}

function ValueRow({ kind, one, choices, isDisabled, onChoose }: RowProps) {
  const [isNaming, setNaming] = useState(false)
  const { value, count, becomes, to, source, problem } = one
  const own = ownName(kind, value)
  const isHere = choices.some((name) => name.toLowerCase() === own.toLowerCase())
  const newName = becomes === 'new' ? (to ?? own) : own
  const options: Option[] = [
    ...(isHere && becomes !== 'new'
      ? []
      : [{ id: NEW, label: t('import.move.value_new', { name: newName }) }]),
    { id: OTHER, label: t('import.move.value_other') },
    { id: LEAVE_OUT, label: t('import.move.value_leave_out') },
    ...choices.map((id) => ({ id, label: id })),
  ]
  const chosen = becomes === 'left_out' ? LEAVE_OUT : becomes === 'new' ? NEW : to
  const choose = (id: string) => {
    if (id === OTHER) setNaming(true)
    else if (id === LEAVE_OUT) void onChoose(null)
    // Without a mapping a name that is only spelled differently would be used.
    else if (id === NEW) void onChoose({ create: own })
    else void onChoose(id)
  }
  const note = problem ?? (source === 'guessed' ? t('import.value_guess') : null)
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 px-3 py-1.5 text-sm">
      <div className="min-w-24 flex-1">
        <p dir="auto" className="[overflow-wrap:anywhere]">
          {kind === 'custom_fields'
            ? `${own} · ${kindText(value.slice(0, value.indexOf('.')))}`
            : value}
        </p>
        <p className="text-xs text-muted tabular-nums">
          {t('import.move.value_records', { count, shown: formatNumber(count) })}
          {note && ` · ${note}`}
        </p>
      </div>
      <div className="w-52 max-md:w-full">
        <Select
          label={t('import.move.value_of', { value, kind: kindText(kind) })}
          isLabelHidden
          options={options}
          value={chosen}
          isDisabled={isDisabled}
          onChange={choose}
        />
      </div>
      {isNaming && (
        <NewName
          value={value}
          initial={own}
          onClose={() => setNaming(false)}
          onName={(name) => onChoose({ create: name })}
        />
      )}
    </li>
  )
}

type NewNameProps = {
  value: string
  initial: string
  onClose: () => void
  onName: (name: string) => Promise<unknown>
}

function NewName({ value, initial, onClose, onName }: NewNameProps) {
  const [name, setName] = useState(initial)
  return (
    <Dialog title={t('import.move.value_other')} isOpen onClose={onClose}>
      <Form
        submitLabel={t('import.move.value_use')}
        isIncomplete={name.trim() === ''}
        onCancel={onClose}
        onSubmit={async () => {
          await onName(name.trim())
          onClose()
        }}
      >
        <TextField
          label={t('import.move.value_name', { value })}
          value={name}
          onChange={setName}
          maxLength={255}
          autoFocus
          isRequired
        />
      </Form>
    </Dialog>
  )
}

type PeopleProps = {
  people: MoveValues['people_without_address']
  isDisabled: boolean
  onChoose: (to: 'keep' | 'leave_out') => Promise<unknown>
}

function People({ people, isDisabled, onChoose }: PeopleProps) {
  if (people.people === 0) return null
  const shown = (count: number) => formatNumber(count)
  return (
    <section
      aria-label={t('import.move.people')}
      className="min-w-0 rounded border border-border text-sm"
    >
      <h3 className="flex gap-2 border-b border-border bg-sunken px-3 py-1.5 font-medium">
        {t('import.move.people')}
        <span className="font-normal text-muted tabular-nums">{shown(people.people)}</span>
      </h3>
      <div className="space-y-2 px-3 py-2">
        <Select
          label={t('import.move.people')}
          isLabelHidden
          options={[
            { id: 'keep', label: t('import.move.people_keep') },
            { id: 'leave_out', label: t('import.move.people_leave_out') },
          ]}
          value={people.becomes === 'kept' ? 'keep' : 'leave_out'}
          isDisabled={isDisabled}
          onChange={(id) => void onChoose(id as 'keep' | 'leave_out')}
        />
        <p className="text-muted">
          {t(
            people.becomes === 'kept' ? 'import.move.people_kept' : 'import.move.people_left_out',
            {
              votes: shown(people.supporters),
              comments: shown(people.comments),
              suggestions: shown(people.suggestions),
            },
          )}
        </p>
      </div>
    </section>
  )
}
