// How a column writes its numbers or dates, with what the service makes of some values. Asked for where they have two readings.
import { CircleHelp } from 'lucide-react'
import type { Format, PreviewColumn } from '../../api/imports.ts'
import { type Option, Select } from '../../components/fields.tsx'
import { formatDay, formatExactly, formatTime, t } from '../../core/i18n.ts'

type Sample = PreviewColumn['formats'][number]['samples'][number]

type Props = { column: PreviewColumn; title: string; onChange: (format: Format) => void }

export function FormatChoice({ column, title, onChange }: Props) {
  const { formats, format, format_source: source, field } = column
  const isUnclear = source === 'unclear'
  const used = formats.find((one) => one.format === format)
  if (field === null || formats.length === 0) return null
  // A column without values, or with plain ones, needs no words.
  if (!isUnclear && (used?.samples ?? []).every(isPlain)) return null
  const options: Option[] = formats
    .filter((one) => one.values > 0 || one.format === 'text' || one.format === format)
    .map((one) => ({
      id: one.format,
      label: t(`import.format.${one.format}`),
      // What the chosen one makes of them is shown beside it.
      ...(one.format !== format && { hint: one.samples.map(conversionText).join(' · ') }),
    }))
  return (
    <div
      role={isUnclear ? 'alert' : undefined}
      className={`flex flex-wrap items-center gap-x-4 gap-y-1.5 rounded px-2 py-1.5 text-sm md:col-span-full ${isUnclear ? 'border border-warning bg-sunken' : 'bg-sunken'}`}
    >
      {isUnclear && <CircleHelp size={16} aria-hidden className="shrink-0 text-warning" />}
      <p dir="auto" className="min-w-0 flex-1 basis-64 [overflow-wrap:anywhere]">
        {isUnclear
          ? t('import.format_unclear', { value: formats[0]?.samples[0]?.value ?? '' })
          : (used?.samples ?? []).map(conversionText).join(' · ')}
      </p>
      <div className="w-72 max-md:w-full">
        <Select
          label={t('import.format_of', { column: title })}
          isLabelHidden
          options={options}
          value={format}
          placeholder={t('import.choose_format')}
          onChange={(id) => onChange(id as Format)}
        />
      </div>
    </div>
  )
}

const isPlain = ({ value, converted }: Sample) => value === converted

const conversionText = ({ value, converted }: Sample): string =>
  converted === null
    ? t('import.not_readable', { value })
    : converted === value
      ? value
      : `${value} = ${convertedText(converted)}`

function convertedText(converted: string): string {
  if (!/^\d{4}-\d\d-\d\dT/.test(converted))
    return Number.isFinite(Number(converted)) ? formatExactly(Number(converted)) : converted
  return converted.endsWith('T00:00:00Z')
    ? formatDay(converted.slice(0, 10))
    : formatTime(converted)
}
