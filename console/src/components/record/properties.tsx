// The facts of a record: a label and a value each, editable in place where the person may.
import { ChevronDown } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button, type ButtonProps } from 'react-aria-components'
import { t } from '../../core/i18n.ts'
import type { Option } from '../fields.tsx'
import { Swatch } from '../fields.tsx'
import { Picker, type PickerProps } from '../picker.tsx'

export const PropertyList = ({ children }: { children: ReactNode }) => (
  <dl className="space-y-0.5 text-sm leading-5">{children}</dl>
)

export const PropertyRow = ({ label, children }: { label: string; children: ReactNode }) => (
  <div className="grid grid-cols-[104px_minmax(0,1fr)] items-start gap-2">
    <dt className="py-1.5 text-muted">{label}</dt>
    <dd className="min-w-0 break-words">{children}</dd>
  </div>
)

/** A value that cannot be changed here. */
export const Fact = ({ label, children }: { label: string; children: ReactNode }) => (
  <PropertyRow label={label}>
    <span dir="auto" className="block py-1.5 [overflow-wrap:anywhere]">
      {children ?? <Nothing />}
    </span>
  </PropertyRow>
)

export const Nothing = () => <span className="text-muted">{t('record.none')}</span>

/** A value that opens its choices. The arrow shows while it can be pressed. */
export const ValueButton = ({
  label,
  children,
  ...button
}: Pick<ButtonProps, 'onPress'> & { label: string; children: ReactNode }) => (
  <Button
    {...button}
    aria-label={label}
    className="group -mx-[7px] flex min-h-8 w-full items-center gap-1.5 rounded border border-transparent px-1.5 py-1 text-start hover:border-border hover:bg-hover"
  >
    {children}
    <ChevronDown
      size={14}
      aria-hidden
      className="ms-auto shrink-0 text-muted opacity-0 group-hover:opacity-100 group-data-[focus-visible]:opacity-100 [@media(hover:none)]:opacity-100"
    />
  </Button>
)

export type ChoiceProps = Omit<PickerProps, 'children' | 'value' | 'onChange'> & {
  value: string | null
  onChange: (id: string) => void
  isEditable: boolean
  /** What is chosen, where it may not be among the options. */
  chosen?: Option | undefined
}

/** One of several. */
export function Choice({ value, onChange, isEditable, chosen, ...picker }: ChoiceProps) {
  const option = chosen ?? picker.options.find(({ id }) => id === value)
  const shown = option ? (
    <>
      <Swatch color={option.color} />
      <span dir="auto" className="min-w-0 [overflow-wrap:anywhere]">
        {option.label}
      </span>
    </>
  ) : (
    <Nothing />
  )
  return (
    <PropertyRow label={picker.label}>
      {isEditable ? (
        <Picker
          {...picker}
          value={value === null ? [] : [value]}
          onChange={([id]) => id !== undefined && onChange(id)}
        >
          <ValueButton label={`${picker.label}: ${option?.label ?? t('record.none')}`}>
            {shown}
          </ValueButton>
        </Picker>
      ) : (
        <span className="flex items-center gap-1.5 py-1.5">{shown}</span>
      )}
    </PropertyRow>
  )
}
