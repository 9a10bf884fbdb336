// The first step: where the account is, and what opens it.
import { useState } from 'react'
import { Radio, RadioGroup } from 'react-aria-components'
import { lookAtSource, type Move, type NewMove } from '../../../api/moves.ts'
import { Form } from '../../../components/form.tsx'
import { Segments } from '../../../components/segments.tsx'
import { t } from '../../../core/i18n.ts'
import { FileForm } from './file-form.tsx'
import { filledIn, SourceFields, type Values } from './source-fields.tsx'
import { type Source, secretsOf, sourceOf, sourcesOf, WAYS, type Way } from './sources.ts'

type ConnectProps = {
  onStarted: (move: Move) => void
  /** An account that could not be opened. */
  known?: Move
}

export function Connect({ onStarted, known }: ConnectProps) {
  const [source, setSource] = useState<Source>(
    () => sourceOf(known?.source ?? '') ?? sourcesOf(known?.files ? 'file' : 'api')[0],
  )
  const [isSending, setSending] = useState(false)
  const { way } = source
  return (
    <section aria-label={t('import.move.step.connect')} className="space-y-6">
      <p className="max-w-[80ch] text-sm text-muted">{t('import.move.about')}</p>
      <div className="space-y-3" hidden={isSending}>
        <Segments<Way>
          label={t('import.move.way')}
          options={WAYS.map((id) => ({ id, label: t(`import.move.way.${id}`) }))}
          value={way}
          onChange={(chosen) => chosen !== way && setSource(sourcesOf(chosen)[0])}
        />
        <p className="max-w-[80ch] text-sm text-muted">{t(`import.move.way_hint.${way}`)}</p>
        <SourceCards
          sources={sourcesOf(way)}
          chosen={source}
          onChoose={(id) => setSource(sourceOf(id) ?? source)}
        />
      </div>
      {way === 'file' ? (
        <FileForm source={source} onStarted={onStarted} onSending={setSending} />
      ) : (
        // What opens one opens no other.
        <AddressForm
          key={source.id}
          source={source}
          onStarted={onStarted}
          {...(known?.source === source.id && { known })}
        />
      )}
    </section>
  )
}

const SourceCards = ({
  sources,
  chosen,
  onChoose,
}: {
  sources: Source[]
  chosen: Source
  onChoose: (id: string) => void
}) => (
  <RadioGroup
    aria-label={t('import.move.source')}
    value={chosen.id}
    onChange={onChoose}
    className="grid gap-3 sm:grid-cols-2 lg:grid-cols-3"
  >
    {sources.map(({ id, icon: Icon, title, hint }) => (
      <Radio
        key={id}
        value={id}
        className="flex cursor-default gap-3 rounded border border-border bg-surface p-3 hover:bg-hover selected:border-accent selected:bg-hover focus-visible:outline-2 focus-visible:outline-accent"
      >
        <Icon size={20} aria-hidden className="mt-0.5 shrink-0 text-accent" />
        <span className="min-w-0">
          <span className="block font-medium">{t(title)}</span>
          <span className="block text-sm text-muted">{t(hint)}</span>
        </span>
      </Radio>
    ))}
  </RadioGroup>
)

/** By an API or a database. */
function AddressForm({ source, onStarted, known }: ConnectProps & { source: Source }) {
  const [values, setValues] = useState<Values>(() => placeOf(source, known))
  const isIncomplete = source.fields.some(
    ({ name, isOptional }) => !isOptional && (values[name] ?? '').trim() === '',
  )
  const submit = async () =>
    onStarted(
      await lookAtSource({ source: source.id, ...filledIn(source, values) } as unknown as NewMove),
    )
  return (
    <div className="max-w-[560px]">
      <Form
        onSubmit={submit}
        submitLabel={t('import.move.look')}
        isIncomplete={isIncomplete}
        isDirty={secretsOf(source).some(({ name }) => values[name])}
      >
        <SourceFields fields={source.fields} values={values} onChange={setValues} />
        <p className="text-sm text-muted">{t('import.move.secrets_hint')}</p>
      </Form>
    </div>
  )
}

/** The account of a database is named after it. */
function placeOf({ way, fields }: Source, known: Move | undefined): Values {
  if (!known) return {}
  if (way !== 'database') return { address: known.account }
  const hasAccount = fields.some(({ name }) => name === 'account')
  return {
    address: known.address ?? '',
    ...(hasAccount && { account: known.account.split('/').at(-1) ?? '' }),
  }
}
