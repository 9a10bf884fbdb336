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
import { Button as AriaButton, Input, Text, TextArea, TextField } from 'react-aria-components'
import { MARKDOWN } from '../../api/suggestion-writes.ts'
import { t } from '../../core/i18n.ts'
import { Button } from '../button.tsx'
import { CharacterCount, lengthOf } from '../character-count.tsx'
import type { EditorProps } from '../editor/editor-props.ts'
import { Editor as MarkdownEditor } from '../editor/index.tsx'
import { isSubmitKey } from '../form.tsx'
import { type Edit, useUnsavedEdit } from './use-draft.ts'

export type EditableTextProps = {
  label: string
  value: string
  /** Names the text among all that can be edited, for example `suggestions 7 title`. */
  draftKey: string
  /** With what the text was when the edit began. False when the text was not saved: it is kept and offered again. */
  onSave: (value: string, base: string) => Promise<boolean>
  isEditable: boolean
  isMultiline?: boolean
  /** A formatted text, which is saved by a button or Ctrl-Enter only. */
  format?: { mimeType: string } & Pick<EditorProps, 'canMention' | 'hasReplies'>
  maxLength?: number
  /** The limit, counted while it is typed. A longer text is not saved. */
  countTo?: number
  isRequired?: boolean
  type?: 'text' | 'number' | 'datetime-local'
  /** How the text looks while it is not edited. */
  children: ReactNode
  className?: string
}

export function EditableText({ isEditable, children, ...props }: EditableTextProps) {
  const { value, draftKey, label } = props
  const [isEditing, setEditing] = useState(false)
  const [isSaving, setSaving] = useState(false)
  const [unsaved, setUnsaved] = useUnsavedEdit(draftKey)
  const save = async ({ text, base }: Edit) => {
    setSaving(true)
    try {
      if (await props.onSave(text, base)) setUnsaved(undefined)
    } finally {
      setSaving(false)
    }
  }
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
        unsaved={unsaved}
        onChange={setUnsaved}
        onClose={(edit, byKey) => {
          shouldFocus.current = byKey
          setEditing(false)
          setUnsaved(edit)
          if (edit) void save(edit)
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
        aria-label={t('record.edit', { label })}
        onPress={() => setEditing(true)}
        className="absolute -top-1 end-0 grid size-7 place-items-center rounded border border-border bg-raised text-muted opacity-0 group-hover:opacity-100 hover:text-text focus-visible:opacity-100 [@media(hover:none)]:opacity-100"
      >
        <Pencil size={14} aria-hidden />
      </AriaButton>
      {unsaved && !isSaving && unsaved.text !== value && (
        <UnsavedText
          text={unsaved.text}
          onSave={() => void save(unsaved)}
          onEdit={() => setEditing(true)}
          onDiscard={() => setUnsaved(undefined)}
        />
      )}
    </div>
  )
}

type UnsavedTextProps = {
  text: string
  onSave: () => void
  onEdit: () => void
  onDiscard: () => void
}

const UnsavedText = ({ text, onSave, onEdit, onDiscard }: UnsavedTextProps) => (
  <div role="alert" className="mt-2 rounded border border-warning p-3 text-sm font-normal">
    <p className="font-medium">{t('record.unsaved_text')}</p>
    <p dir="auto" className="my-2 max-h-40 overflow-y-auto break-words whitespace-pre-wrap">
      {text || t('record.none')}
    </p>
    <div className="flex flex-wrap gap-2">
      <Button onPress={onSave}>{t('record.unsaved_text.save')}</Button>
      <Button onPress={onEdit}>{t('record.unsaved_text.edit')}</Button>
      <Button look="quiet" onPress={onDiscard}>
        {t('record.discard')}
      </Button>
    </div>
  </div>
)

/** Not a link in the text, and not the end of a selection. */
const isPlainClick = ({ target }: MouseEvent): boolean =>
  target instanceof Element &&
  target.closest('a, button, pre') === null &&
  (getSelection()?.isCollapsed ?? true)

function Editor({
  label,
  value,
  unsaved,
  onChange,
  onClose,
  isMultiline = false,
  format,
  maxLength,
  countTo,
  isRequired = false,
  type = 'text',
  className,
}: Omit<EditableTextProps, 'isEditable' | 'children' | 'draftKey' | 'onSave'> & {
  unsaved: Edit | undefined
  /** With every character, so that nothing is lost when the page is. */
  onChange: (edit: Edit | undefined) => void
  /** With what is to be saved. */
  onClose: (edit: Edit | undefined, byKey: boolean) => void
}) {
  const [base, setBase] = useState(unsaved?.base ?? value)
  const [text, setText] = useState(unsaved?.text ?? value)
  // What the editor began with: a plain text becomes Markdown there.
  const [initial, setInitial] = useState(base)
  const [isBusy, setBusy] = useState(false)
  const isDone = useRef(false)
  const isTheirsNew = value !== base && value !== text
  const finish = (isSaved: boolean, byKey: boolean) => {
    if (isDone.current || (isSaved && isBusy)) return
    const changed = isMultiline ? text : text.trim()
    if (isSaved && countTo !== undefined && lengthOf(changed) > countTo) return
    isDone.current = true
    const isChange =
      isSaved && changed !== (format ? initial : base) && !(isRequired && changed.trim() === '')
    onClose(isChange ? { text: changed, base } : undefined, byKey)
  }
  const change = (next: string) => {
    setText(next)
    onChange(next === initial ? undefined : { text: next, base })
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
    // A fieldset is as wide as its widest word unless it says otherwise.
    <fieldset
      className="min-w-0"
      onBlur={({ currentTarget, relatedTarget }) => {
        if (!format && !currentTarget.contains(relatedTarget)) finish(true, false)
      }}
      {...(format && { onKeyDown })}
    >
      {format ? (
        <MarkdownEditor
          label={label}
          isLabelHidden
          value={text}
          onChange={change}
          onConvert={(converted) => {
            setText(converted)
            setInitial(converted)
          }}
          onBusy={setBusy}
          rows={4}
          {...(maxLength && { maxLength })}
          isRequired={isRequired}
          autoFocus
          {...format}
          {...(unsaved && { mimeType: MARKDOWN })}
        />
      ) : (
        <TextField
          aria-label={label}
          value={text}
          onChange={change}
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
              className={`${INPUT} field-sizing-content resize-none py-0.5 [overflow-wrap:anywhere]`}
            />
          ) : (
            <Input type={type} step="any" className={`${INPUT} h-8`} />
          )}
          {countTo !== undefined && (
            <Text slot="description" className="block text-end text-xs font-normal text-muted">
              <CharacterCount text={text} max={countTo} />
            </Text>
          )}
        </TextField>
      )}
      {format && (
        <div className="flex justify-end gap-2 pt-2">
          <Button look="quiet" onPress={() => finish(false, true)}>
            {t('shell.cancel')}
          </Button>
          <Button
            look="primary"
            keys="mod+Enter"
            isDisabled={isBusy || (isRequired && text.trim() === '')}
            onPress={() => finish(true, true)}
          >
            {t('shell.save')}
          </Button>
        </div>
      )}
      {isMultiline && !format && (
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
