// The first step: where the account is, and what opens it.
import { useState } from 'react'
import { Radio, RadioGroup } from 'react-aria-components'
import { lookAtSource, type Move, type NewMove } from '../../../api/moves.ts'
import { TextField } from '../../../components/fields.tsx'
import { Form } from '../../../components/form.tsx'
import { t } from '../../../core/i18n.ts'
import { SOURCES, type Source, sourceOf } from './sources.ts'

type Values = Record<string, string>

export function Connect({
  onStarted,
  known,
}: {
  onStarted: (move: Move) => void
  /** An account that could not be opened. */
  known?: Move
}) {
  const [source, setSource] = useState<Source>(
    sourceOf(known?.source ?? '') ?? (SOURCES[0] as Source),
  )
  const [values, setValues] = useState<Values>({ address: known?.account ?? '' })
  const choose = (id: string) => {
    setSource(sourceOf(id) ?? source)
    // What opens one opens no other.
    setValues({})
  }
  const isIncomplete = source.fields.some(({ name }) => (values[name] ?? '').trim() === '')
  const submit = async () => {
    const given = source.fields.map(({ name }) => [name, (values[name] ?? '').trim()])
    const move = await lookAtSource({
      source: source.id,
      ...Object.fromEntries(given),
    } as NewMove)
    onStarted(move)
  }
  return (
    <section aria-label={t('import.move.step.connect')} className="space-y-6">
      <p className="max-w-[80ch] text-sm text-muted">{t('import.move.about')}</p>
      <RadioGroup
        aria-label={t('import.move.source')}
        value={source.id}
        onChange={choose}
        className="grid gap-3 sm:grid-cols-2 lg:grid-cols-3"
      >
        {SOURCES.map(({ id, icon: Icon, title, hint }) => (
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
      <div className="max-w-[560px]">
        <Form
          onSubmit={submit}
          submitLabel={t('import.move.look')}
          isIncomplete={isIncomplete}
          isDirty={source.fields.some(({ name }) => name !== 'address' && values[name])}
        >
          <SourceFields key={source.id} source={source} values={values} onChange={setValues} />
          <p className="text-sm text-muted">{t('import.move.secrets_hint')}</p>
        </Form>
      </div>
    </section>
  )
}

export const SourceFields = ({
  source,
  values,
  onChange,
  isAddressKnown = false,
  isOptional = false,
}: {
  source: Source
  values: Values
  onChange: (values: Values) => void
  isAddressKnown?: boolean
  isOptional?: boolean
}) => (
  <>
    {source.fields
      .filter(({ name }) => !(isAddressKnown && name === 'address'))
      .map(({ name, label, description, placeholder, isSecret }) => (
        <TextField
          key={name}
          name={name}
          label={t(label)}
          {...(description && { description: t(description) })}
          {...(placeholder && { placeholder })}
          type={isSecret ? 'password' : name === 'address' ? 'url' : 'text'}
          autoComplete="off"
          value={values[name] ?? ''}
          onChange={(value) => onChange({ ...values, [name]: value })}
          isRequired={!isOptional}
        />
      ))}
  </>
)
