// A colour: one of a palette, or a hexadecimal value, with its contrast on both themes.
import { Check, TriangleAlert } from 'lucide-react'
import {
  ColorSwatch,
  ColorSwatchPicker,
  ColorSwatchPickerItem,
  parseColor,
} from 'react-aria-components'
import { TextField } from '../../components/fields.tsx'
import { contrast, SURFACES } from '../../core/contrast.ts'
import { formatNumber, t } from '../../core/i18n.ts'

/** Each has a contrast of at least 3 on the light and on the dark theme. */
const PALETTE = [
  '#2f6fde',
  '#0b7fab',
  '#0e8578',
  '#2e8540',
  '#6b7f12',
  '#a86f00',
  '#c8541b',
  '#cf3f4f',
  '#c23a8c',
  '#9250c9',
  '#6e64d8',
  '#6f7683',
]
/** What WCAG asks of graphics that carry a meaning. */
const NEEDED = 3

const HEX = /^#[0-9a-f]{6}$/i

export type ColorFieldProps = {
  label: string
  name: string
  value: string
  onChange: (color: string) => void
}

export const isColor = (text: string): boolean => HEX.test(text)

export function ColorField({ label, name, value, onChange }: ColorFieldProps) {
  const isValid = isColor(value)
  return (
    <div className="space-y-2">
      <TextField
        label={label}
        name={name}
        value={value}
        onChange={(text) => onChange(text.trim())}
        maxLength={7}
        isInvalid={!isValid}
        description={isValid ? <Contrast color={value} /> : t('settings.color.format')}
      />
      <ColorSwatchPicker
        aria-label={t('settings.color.palette')}
        {...(isValid && { value: parseColor(value) })}
        onChange={(color) => onChange(color.toString('hex').toLowerCase())}
        className="flex flex-wrap gap-1.5"
      >
        {PALETTE.map((color) => (
          <ColorSwatchPickerItem
            key={color}
            color={color}
            className="rounded p-0.5 outline-offset-2 selected:outline-2 selected:outline-border-strong data-[focus-visible]:outline-2 data-[focus-visible]:outline-accent"
          >
            <ColorSwatch className="size-6 rounded-sm border border-border" />
          </ColorSwatchPickerItem>
        ))}
      </ColorSwatchPicker>
    </div>
  )
}

/** On each theme, and whether that is enough to tell it from the page. */
const Contrast = ({ color }: { color: string }) => (
  <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
    {(['light', 'dark'] as const).map((theme) => {
      const ratio = contrast(color, SURFACES[theme])
      const isEnough = ratio >= NEEDED
      return (
        <span
          key={theme}
          className={`inline-flex items-center gap-1 ${isEnough ? '' : 'text-warning'}`}
        >
          {isEnough ? <Check size={14} aria-hidden /> : <TriangleAlert size={14} aria-hidden />}
          {t(`settings.color.on.${theme}`, { ratio: formatNumber(Math.floor(ratio * 10) / 10) })}
          {!isEnough && ` · ${t('settings.color.weak')}`}
        </span>
      )
    })}
  </span>
)
