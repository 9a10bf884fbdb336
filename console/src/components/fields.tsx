// Labelled inputs. Each shows its description and its error.
import { Check, ChevronDown, Search, X } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import {
  Checkbox as AriaCheckbox,
  ComboBox as AriaComboBox,
  SearchField as AriaSearchField,
  Select as AriaSelect,
  TextField as AriaTextField,
  type TextFieldProps as AriaTextFieldProps,
  Button,
  FieldError,
  Input,
  Label,
  ListBox,
  ListBoxItem,
  Popover,
  SelectValue,
  Text,
  TextArea,
} from 'react-aria-components'
import { t } from '../core/i18n.ts'
import { CharacterCount } from './character-count.tsx'

const INPUT =
  'w-full rounded border border-border-strong bg-surface px-2 text-text placeholder:text-muted data-[invalid]:border-danger disabled:opacity-50'

const FieldLabel = ({ children }: { children: ReactNode }) => (
  <Label className="mb-1 block text-sm font-medium">{children}</Label>
)
const FieldProblem = () => <FieldError className="mt-1 block text-sm text-danger" />
const Description = ({ children }: { children?: ReactNode }) =>
  children ? (
    <Text slot="description" className="mt-1 block text-sm text-muted">
      {children}
    </Text>
  ) : null

type FieldProps = { label: string; description?: ReactNode; placeholder?: string }

export type TextFieldProps = Omit<AriaTextFieldProps, 'className' | 'children'> &
  FieldProps & {
    rows?: number
    /** Without a visible label, where the place says what it is. */
    isLabelHidden?: boolean
    /** The limit, counted while it is typed. A form with a longer text cannot be sent. */
    countTo?: number
    /** Texts to choose from; others can be typed. */
    suggestions?: readonly string[]
  }

export const TextField = ({
  label,
  isLabelHidden = false,
  description,
  placeholder,
  rows,
  countTo,
  suggestions = [],
  ...props
}: TextFieldProps) => {
  const list = useId()
  return (
    <AriaTextField {...props} {...(isLabelHidden && { 'aria-label': label })}>
      {!isLabelHidden && <FieldLabel>{label}</FieldLabel>}
      {rows === undefined ? (
        <>
          <Input
            placeholder={placeholder}
            {...(suggestions.length > 0 && { list })}
            className={`${INPUT} h-8`}
          />
          {suggestions.length > 0 && (
            <datalist id={list}>
              {suggestions.map((text) => (
                <option key={text} value={text} />
              ))}
            </datalist>
          )}
        </>
      ) : (
        <TextArea placeholder={placeholder} rows={rows} className={`${INPUT} py-1.5`} />
      )}
      <Description>
        {countTo === undefined ? (
          description
        ) : (
          <span className="flex gap-3">
            <span className="min-w-0 flex-1">{description}</span>
            <CharacterCount text={props.value ?? ''} max={countTo} />
          </span>
        )}
      </Description>
      <FieldProblem />
    </AriaTextField>
  )
}

export type SearchFieldProps = {
  label: string
  value: string
  onChange: (value: string) => void
  onSubmit?: (value: string) => void
  autoFocus?: boolean
  inputRef?: React.Ref<HTMLInputElement>
}

export const SearchField = ({ label, inputRef, ...props }: SearchFieldProps) => (
  <AriaSearchField {...props} aria-label={label} className="group relative min-w-0">
    <Search size={16} aria-hidden className="absolute top-2 start-2 text-muted" />
    <Input
      ref={inputRef}
      placeholder={label}
      className={`${INPUT} h-8 px-8 [&::-webkit-search-cancel-button]:hidden`}
    />
    <Button
      aria-label={t('shell.close')}
      className="absolute top-1 end-1 grid size-6 place-items-center rounded text-muted group-data-[empty]:hidden hover:bg-hover"
    >
      <X size={14} aria-hidden />
    </Button>
  </AriaSearchField>
)

export type Option = { id: string; label: string; hint?: string; color?: string | null }

const LIST = 'max-h-72 overflow-y-auto rounded border border-border bg-raised p-1 outline-none'
const ITEM =
  'flex cursor-default items-center gap-2 rounded px-2 py-1 text-sm outline-none focused:bg-hover selected:font-medium disabled:opacity-50'

export const Swatch = ({ color }: { color: string | null | undefined }) =>
  color ? (
    <span
      aria-hidden
      className="inline-block size-2 shrink-0 rounded-full"
      style={{ background: color }}
    />
  ) : null

/** The line of an option in a list. */
export const OptionText = ({ color, label, hint }: Option) => (
  <>
    <Swatch color={color} />
    <span dir="auto" className="min-w-0 flex-1 truncate">
      {label}
    </span>
    {hint && <span className="max-w-1/2 truncate text-xs text-muted tabular-nums">{hint}</span>}
  </>
)

const OptionItem = (option: Option) => (
  <ListBoxItem id={option.id} textValue={option.label} className={ITEM}>
    {({ isSelected }) => (
      <>
        <OptionText {...option} />
        {isSelected && <Check size={14} aria-hidden />}
      </>
    )}
  </ListBoxItem>
)

export type SelectProps = {
  label: string
  /** Without a visible label, where the place says what is chosen. */
  isLabelHidden?: boolean
  options: Option[]
  value: string | null
  onChange: (id: string) => void
  placeholder?: string
  isDisabled?: boolean
  autoFocus?: boolean
}

export const Select = ({
  label,
  isLabelHidden = false,
  options,
  value,
  onChange,
  placeholder,
  isDisabled,
  autoFocus,
}: SelectProps) => (
  <AriaSelect
    {...(isLabelHidden && { 'aria-label': label })}
    value={value}
    onChange={(id) => onChange(String(id))}
    placeholder={placeholder}
    isDisabled={isDisabled}
    autoFocus={autoFocus}
  >
    {!isLabelHidden && <FieldLabel>{label}</FieldLabel>}
    <Button className={`${INPUT} flex h-8 items-center gap-2 text-start`}>
      <SelectValue className="flex min-w-0 flex-1 items-center gap-2 truncate data-[placeholder]:text-muted [&_svg]:hidden" />
      <ChevronDown size={14} aria-hidden />
    </Button>
    <Popover className="min-w-(--trigger-width)">
      <ListBox items={options} className={LIST}>
        {OptionItem}
      </ListBox>
    </Popover>
  </AriaSelect>
)

export type ComboBoxProps = Omit<SelectProps, 'isLabelHidden'> & {
  /** For options that the service finds: the text typed so far. Without it the options are filtered here. */
  onInput?: (text: string) => void
  description?: ReactNode
}

export const ComboBox = ({
  label,
  options,
  value,
  onChange,
  placeholder,
  isDisabled,
  onInput,
  autoFocus,
  description,
}: ComboBoxProps) => (
  <AriaComboBox
    value={value}
    onChange={(id) => id !== null && onChange(String(id))}
    isDisabled={isDisabled}
    menuTrigger="focus"
    allowsEmptyCollection
    autoFocus={autoFocus}
    {...(onInput ? { items: options, onInputChange: onInput } : { defaultItems: options })}
  >
    <FieldLabel>{label}</FieldLabel>
    <div className="relative">
      <Input placeholder={placeholder} className={`${INPUT} h-8 pe-8`} />
      <Button className="absolute top-0 end-0 grid size-8 place-items-center">
        <ChevronDown size={14} aria-hidden />
      </Button>
    </div>
    <Description>{description}</Description>
    <FieldProblem />
    <Popover className="w-(--trigger-width)">
      <ListBox className={LIST}>{OptionItem}</ListBox>
    </Popover>
  </AriaComboBox>
)

export type CheckboxProps = {
  /** Shown, or only spoken with `isLabelHidden`. */
  label: string
  isLabelHidden?: boolean
  isSelected: boolean
  isIndeterminate?: boolean
  onChange: (isSelected: boolean) => void
  isDisabled?: boolean
}

export const Checkbox = ({ label, isLabelHidden = false, ...props }: CheckboxProps) => (
  <AriaCheckbox
    {...props}
    {...(isLabelHidden && { 'aria-label': label })}
    // Its input is hidden at the place of the nearest positioned element, which would be the page.
    className="group relative flex items-center gap-2"
  >
    <span className="grid size-4 shrink-0 place-items-center rounded-sm border border-border-strong bg-surface group-selected:border-accent group-selected:bg-accent group-selected:text-accent-text group-data-[indeterminate]:border-accent group-data-[indeterminate]:bg-accent group-data-[indeterminate]:text-accent-text group-data-[focus-visible]:outline-2 group-data-[focus-visible]:outline-accent">
      {props.isIndeterminate ? (
        <span className="h-0.5 w-2 bg-current" />
      ) : (
        <Check size={12} strokeWidth={3} aria-hidden className="invisible group-selected:visible" />
      )}
    </span>
    {!isLabelHidden && <span>{label}</span>}
  </AriaCheckbox>
)
