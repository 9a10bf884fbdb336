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
/** What WCAG asks of graphics that carry a meaning, and of text. */
export const CONTRAST = { graphics: 3, text: 4.5 }

const THEMES = ['light', 'dark'] as const

const HEX = /^#[0-9a-f]{6}$/i

export type ColorFieldProps = {
  label: string
  name: string
  value: string
  onChange: (color: string) => void
  palette?: string[]
  /** Where it is used, and how much contrast it needs there. */
  themes?: readonly ('light' | 'dark')[]
  needed?: number
  /** Instead of the contrast, while there is no colour. */
  emptyHint?: string
  isDisabled?: boolean
}

export const isColor = (text: string): boolean => HEX.test(text)

export function ColorField({
  label,
  name,
  value,
  onChange,
  palette = PALETTE,
  themes = THEMES,
  needed = CONTRAST.graphics,
  emptyHint,
  isDisabled = false,
}: ColorFieldProps) {
  const isValid = isColor(value)
  const isEmpty = value === '' && emptyHint !== undefined
  return (
    <div className="space-y-2">
      <TextField
        label={label}
        name={name}
        value={value}
        onChange={(text) => onChange(text.trim())}
        maxLength={7}
        isInvalid={!isValid && !isEmpty}
        isDisabled={isDisabled}
        description={
          isValid ? (
            <Contrast color={value} themes={themes} needed={needed} />
          ) : (
            (isEmpty && emptyHint) || t('settings.color.format')
          )
        }
      />
      <ColorSwatchPicker
        aria-label={t('settings.color.palette')}
        {...(isValid && { value: parseColor(value) })}
        onChange={(color) => onChange(color.toString('hex').toLowerCase())}
        className="flex flex-wrap gap-1.5"
      >
        {palette.map((color) => (
          <ColorSwatchPickerItem
            key={color}
            color={color}
            isDisabled={isDisabled}
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
const Contrast = ({
  color,
  themes,
  needed,
}: {
  color: string
  themes: readonly ('light' | 'dark')[]
  needed: number
}) => (
  <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
    {themes.map((theme) => {
      const ratio = contrast(color, SURFACES[theme])
      const isEnough = ratio >= needed
      return (
        <span
          key={theme}
          className={`inline-flex items-center gap-1 ${isEnough ? '' : 'text-warning'}`}
        >
          {isEnough ? <Check size={14} aria-hidden /> : <TriangleAlert size={14} aria-hidden />}
          {t(`settings.color.on.${theme}`, { ratio: formatNumber(Math.floor(ratio * 10) / 10) })}
          {!isEnough && ` · ${t('settings.color.weak', { needed: formatNumber(needed) })}`}
        </span>
      )
    })}
  </span>
)
