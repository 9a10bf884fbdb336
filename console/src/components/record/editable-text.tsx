// A text that is edited where it stands: click or Enter begins, Esc cancels, leaving the field or Ctrl-Enter saves.
import { Pencil } from 'lucide-react'
import {
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  useEffect,
  useRef,
  useState,
} from 'react'
import { Button as AriaButton, Input, TextArea, TextField } from 'react-aria-components'
import { t } from '../../core/i18n.ts'
import { Button } from '../button.tsx'
import { isSubmitKey } from '../form.tsx'

export type EditableTextProps = {
  label: string
  value: string
  /** With what the text was when the edit began. */
  onSave: (value: string, base: string) => void
  isEditable: boolean
  isMultiline?: boolean
  maxLength?: number
  isRequired?: boolean
  type?: 'text' | 'number' | 'datetime-local'
  /** How the text looks while it is not edited. */
  children: ReactNode
  className?: string
}

export function EditableText({ isEditable, children, ...props }: EditableTextProps) {
  const [isEditing, setEditing] = useState(false)
  const trigger = useRef<HTMLButtonElement>(null)
  const shouldFocus = useRef(false)
  useEffect(() => {
    if (!isEditing && shouldFocus.current) trigger.current?.focus()
    shouldFocus.current = false
  }, [isEditing])
  if (!isEditable) return <div className={props.className}>{children}</div>
  if (isEditing)
    return (
      <Editor
        {...props}
        onClose={(byKey) => {
          shouldFocus.current = byKey
          setEditing(false)
        }}
      />
    )
  return (
    <div className={`group relative ${props.className ?? ''}`}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the button beside it does the same for keyboards */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the button beside it does the same for keyboards */}
      <div className="cursor-text" onClick={(event) => isPlainClick(event) && setEditing(true)}>
        {children}
      </div>
      <AriaButton
        ref={trigger}
        aria-label={t('record.edit', { label: props.label })}
        onPress={() => setEditing(true)}
        className="absolute -top-1 end-0 grid size-7 place-items-center rounded border border-border bg-raised text-muted opacity-0 group-hover:opacity-100 hover:text-text focus-visible:opacity-100 [@media(hover:none)]:opacity-100"
      >
        <Pencil size={14} aria-hidden />
      </AriaButton>
    </div>
  )
}

/** Not a link in the text, and not the end of a selection. */
const isPlainClick = ({ target }: MouseEvent): boolean =>
  target instanceof Element &&
  target.closest('a, button') === null &&
  (getSelection()?.isCollapsed ?? true)

function Editor({
  label,
  value,
  onSave,
  onClose,
  isMultiline = false,
  maxLength,
  isRequired = false,
  type = 'text',
  className,
}: Omit<EditableTextProps, 'isEditable' | 'children'> & { onClose: (byKey: boolean) => void }) {
  const [base, setBase] = useState(value)
  const [text, setText] = useState(value)
  const isDone = useRef(false)
  const isTheirsNew = value !== base && value !== text
  const finish = (isSaved: boolean, byKey: boolean) => {
    if (isDone.current) return
    isDone.current = true
    const changed = isMultiline ? text : text.trim()
    if (isSaved && changed !== base && !(isRequired && changed.trim() === '')) onSave(changed, base)
    onClose(byKey)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') finish(false, true)
    else if (isSubmitKey(event) || (event.key === 'Enter' && !isMultiline)) finish(true, true)
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  const INPUT = `w-full rounded border border-border-strong bg-surface px-2 ${className ?? ''}`
  return (
    <fieldset
      onBlur={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) finish(true, false)
      }}
    >
      <TextField
        aria-label={label}
        value={text}
        onChange={setText}
        maxLength={maxLength}
        isRequired={isRequired}
        onKeyDown={onKeyDown}
        autoFocus
      >
        {isMultiline ? (
          <TextArea dir="auto" className={`${INPUT} field-sizing-content min-h-24 py-1.5`} />
        ) : type === 'text' ? (
          <TextArea
            dir="auto"
            rows={1}
            className={`${INPUT} field-sizing-content resize-none py-0.5`}
          />
        ) : (
          <Input type={type} step="any" className={`${INPUT} h-8`} />
        )}
      </TextField>
      {isMultiline && (
        <p className="pt-1 text-xs text-muted" aria-hidden>
          {t('record.edit_keys')}
        </p>
      )}
      {isTheirsNew && (
        <div role="alert" className="mt-2 rounded border border-warning p-3 text-sm font-normal">
          <p className="font-medium">{t('shell.conflict')}</p>
          <p dir="auto" className="my-2 max-h-40 overflow-y-auto break-words whitespace-pre-wrap">
            {value || t('record.none')}
          </p>
          <div className="flex flex-wrap gap-2">
            <Button
              onPress={() => {
                setText(value)
                setBase(value)
              }}
            >
              {t('record.conflict.take_theirs')}
            </Button>
            <Button onPress={() => setBase(value)}>{t('record.conflict.keep_mine')}</Button>
          </div>
        </div>
      )}
    </fieldset>
  )
}
