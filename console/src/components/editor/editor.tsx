// The editor of Markdown: a text field with buttons and keys for formatting, pictures by pasting or dropping, mentions,
// saved replies, and a preview.
import type { Attachment } from '@earshot/client'
import {
  AtSign,
  Bold,
  Code,
  Eye,
  ImagePlus,
  Italic,
  Link2,
  List,
  ListOrdered,
  type LucideIcon,
  Pencil,
  TextQuote,
} from 'lucide-react'
import {
  type ClipboardEvent,
  type DragEvent,
  type KeyboardEvent,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import {
  FieldError,
  FileTrigger,
  InputContext,
  Label,
  Text,
  TextArea,
  TextField,
  Toolbar,
} from 'react-aria-components'
import { fromPlainText, mentionOf, pictureOf } from '#markdown'
import { MARKDOWN } from '../../api/suggestion-writes.ts'
import { t } from '../../core/i18n.ts'
import { IconButton } from '../button.tsx'
import { RichText } from '../record/rich-text.tsx'
import { UploadList } from '../uploads/upload-list.tsx'
import { useUploads } from '../uploads/use-uploads.ts'
import {
  bullet,
  continueLine,
  type Edit,
  insertLink,
  isWebAddress,
  numbered,
  quoted,
  replaceSelection,
  type Selected,
  toggleLines,
  toggleMark,
  typedMention,
} from './edit-text.ts'
import { type EditorProps, select } from './editor-props.ts'
import { useMentionList } from './mention-list.tsx'
import { ReplyPicker } from './reply-picker.tsx'

type Format = {
  id: 'bold' | 'italic' | 'code' | 'link' | 'bullets' | 'numbers' | 'quote'
  icon: LucideIcon
  key?: { code: string; isShifted: boolean; shown: string }
  edit: (selected: Selected) => Edit
}

const key = (code: string, shown: string, isShifted = false) => ({ code, isShifted, shown })

const FORMATS: Format[] = [
  { id: 'bold', icon: Bold, key: key('KeyB', 'mod+b'), edit: (at) => toggleMark(at, '**') },
  { id: 'italic', icon: Italic, key: key('KeyI', 'mod+i'), edit: (at) => toggleMark(at, '_') },
  { id: 'code', icon: Code, key: key('KeyE', 'mod+e'), edit: (at) => toggleMark(at, '`') },
  { id: 'link', icon: Link2, edit: (at) => insertLink(at) },
  {
    id: 'bullets',
    icon: List,
    key: key('Digit8', 'mod+shift+8', true),
    edit: (at) => toggleLines(at, bullet),
  },
  {
    id: 'numbers',
    icon: ListOrdered,
    key: key('Digit7', 'mod+shift+7', true),
    edit: (at) => toggleLines(at, numbered),
  },
  {
    id: 'quote',
    icon: TextQuote,
    key: key('Digit9', 'mod+shift+9', true),
    edit: (at) => toggleLines(at, quoted),
  },
]

const isPicture = ({ type }: File) => /^image\/(png|jpeg|gif|webp|avif)$/.test(type)

/** The path of a file: its address is signed, and the text stays longer than a signature. */
const pathOf = ({ url }: Attachment) => new URL(url, location.href).pathname

export default function Editor({
  label,
  isLabelHidden = false,
  hint,
  name,
  value,
  onChange,
  mimeType = MARKDOWN,
  onConvert,
  rows = 3,
  maxLength,
  autoFocus = false,
  isRequired = false,
  canMention = false,
  hasReplies = false,
  onOtherFiles,
  onBusy,
  selection,
}: EditorProps) {
  const field = useRef<HTMLTextAreaElement>(null)
  const [isPreview, setPreview] = useState(false)
  const [caret, setCaret] = useState({ start: 0, end: 0 })
  const [isOver, setOver] = useState(false)
  const uploads = useUploads(async (attachment) => {
    const selected = read()
    const space =
      selected.start > 0 && !/\s$/.test(selected.text.slice(0, selected.start)) ? '\n' : ''
    apply(
      replaceSelection(
        { ...selected, start: selected.end },
        `${space}${pictureOf(pathOf(attachment), attachment.file_name)}\n`,
      ),
    )
  })
  const { isBusy } = uploads
  useEffect(() => onBusy?.(isBusy), [isBusy, onBusy])
  // At once: what is typed while the editor takes the place of the plain field is not lost.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when it appears
  useLayoutEffect(() => {
    const area = field.current
    const last = selection?.current ?? (autoFocus && { start: value.length, end: value.length })
    if (area && last) select(area, last)
  }, [])
  // Once: a plain text becomes the same text in Markdown.
  // biome-ignore lint/correctness/useExhaustiveDependencies: what it was when the edit began
  useEffect(() => {
    const converted = mimeType === MARKDOWN ? value : fromPlainText(value)
    if (converted !== value) onConvert?.(converted)
  }, [])

  const read = (): Selected => ({
    text: field.current?.value ?? value,
    start: field.current?.selectionStart ?? value.length,
    end: field.current?.selectionEnd ?? value.length,
  })

  /** As if it was typed, so that the browser can undo it; not while a popover keeps the focus. */
  function apply({ from, to, insert, start, end }: Edit, isTypable = true): void {
    const area = field.current
    if (!area) {
      onChange(value.slice(0, from) + insert + value.slice(to))
      return
    }
    if (isTypable) area.focus()
    area.setSelectionRange(from, to)
    const isTyped =
      isTypable && document.execCommand(insert === '' ? 'delete' : 'insertText', false, insert)
    if (!isTyped) {
      area.setRangeText(insert, from, to)
      area.dispatchEvent(new Event('input', { bubbles: true }))
    }
    area.setSelectionRange(start, end)
    setCaret({ start, end })
  }

  const typed = canMention && !isPreview ? typedMention({ text: value, ...caret }) : undefined
  const mentions = useMentionList(typed, ({ from }, person) => {
    const { text, end } = read()
    apply(
      replaceSelection(
        { text, start: from, end },
        `${mentionOf(Number(person.id), person.label)} `,
      ),
    )
  })

  function onKeyDown(event: KeyboardEvent<HTMLTextAreaElement>): void {
    if (mentions.onKey(event)) {
      event.preventDefault()
      event.stopPropagation()
      return
    }
    const isMod = (event.ctrlKey || event.metaKey) && !event.altKey
    const format = FORMATS.find(
      ({ key: one }) => isMod && one?.code === event.code && one.isShifted === event.shiftKey,
    )
    const isEnter =
      event.key === 'Enter' && !isMod && !event.shiftKey && !event.nativeEvent.isComposing
    const edit = format ? format.edit(read()) : isEnter ? continueLine(read()) : undefined
    if (!edit) return
    event.preventDefault()
    event.stopPropagation()
    apply(edit)
  }

  /** True when there was something to take. */
  function takeFiles(files: File[]): boolean {
    const pictures = files.filter(isPicture)
    const others = files.filter((file) => !pictures.includes(file))
    if (pictures.length > 0) uploads.add(pictures)
    if (others.length > 0) onOtherFiles?.(others)
    return pictures.length > 0 || (others.length > 0 && onOtherFiles !== undefined)
  }

  function onPaste(event: ClipboardEvent): void {
    const text = event.clipboardData.getData('text/plain').trim()
    const selected = read()
    if (event.clipboardData.files.length > 0) {
      if (!takeFiles([...event.clipboardData.files])) return
    } else if (selected.start !== selected.end && isWebAddress(text)) {
      apply(insertLink(selected, text))
    } else return
    event.preventDefault()
    event.stopPropagation()
  }

  const hasFiles = (event: DragEvent) => event.dataTransfer.types.includes('Files')
  function onDrop(event: DragEvent): void {
    if (!hasFiles(event)) return
    event.preventDefault()
    event.stopPropagation()
    setOver(false)
    takeFiles([...event.dataTransfer.files])
  }

  return (
    <div className="space-y-1">
      <TextField
        value={value}
        onChange={onChange}
        {...(name && { name })}
        {...(maxLength && { maxLength })}
        {...(isLabelHidden && { 'aria-label': label })}
        isRequired={isRequired}
      >
        {!isLabelHidden && <Label className="mb-1 block text-sm font-medium">{label}</Label>}
        {/* biome-ignore lint/a11y/noStaticElementInteractions: a file can also be chosen with the button */}
        <div
          className={`relative flex flex-col rounded border bg-surface focus-within:border-accent ${isOver ? 'border-accent' : 'border-border-strong'}`}
          onDragOver={(event) => {
            if (!hasFiles(event)) return
            event.preventDefault()
            event.stopPropagation()
            setOver(true)
          }}
          onDragLeave={() => setOver(false)}
          onDrop={onDrop}
        >
          {isPreview && (
            <section aria-label={t('editor.preview')} className="min-h-16 px-2 py-1.5">
              <RichText text={value} mimeType={MARKDOWN} />
            </section>
          )}
          <TextArea
            ref={field}
            dir="auto"
            rows={rows}
            hidden={isPreview}
            onKeyDown={onKeyDown}
            onSelect={({ currentTarget }) =>
              setCaret({ start: currentTarget.selectionStart, end: currentTarget.selectionEnd })
            }
            onPaste={onPaste}
            {...mentions.field}
            className="field-sizing-content block max-h-[60vh] min-h-16 w-full resize-y bg-transparent px-2 py-1.5 text-text outline-none placeholder:text-muted"
          />
          {/* After the text: who comes with the Tab key writes at once. The input of files is not that of the text. */}
          <InputContext.Provider value={null}>
            <Toolbar
              aria-label={t('editor.formatting')}
              className="order-first flex flex-wrap items-center border-b border-border px-1"
            >
              {!isPreview && (
                <>
                  {FORMATS.map(({ id, icon, key: one, edit }) => (
                    <IconButton
                      key={id}
                      icon={icon}
                      label={t(`editor.${id}`)}
                      {...(one && { keys: one.shown })}
                      onPress={() => apply(edit(read()))}
                    />
                  ))}
                  <FileTrigger
                    acceptedFileTypes={[
                      'image/png',
                      'image/jpeg',
                      'image/gif',
                      'image/webp',
                      'image/avif',
                    ]}
                    allowsMultiple
                    onSelect={(files) => files && takeFiles([...files])}
                  >
                    <IconButton icon={ImagePlus} label={t('editor.picture')} />
                  </FileTrigger>
                  {canMention && (
                    <IconButton
                      icon={AtSign}
                      label={t('editor.mention')}
                      onPress={() => {
                        const selected = read()
                        const isAfterWord = /\S$/.test(selected.text.slice(0, selected.start))
                        apply(replaceSelection(selected, isAfterWord ? ' @' : '@'))
                      }}
                    />
                  )}
                  {hasReplies && (
                    <ReplyPicker onPick={(body) => apply(replaceSelection(read(), body), false)} />
                  )}
                </>
              )}
              <span className="flex-1" />
              <IconButton
                icon={isPreview ? Pencil : Eye}
                label={t(isPreview ? 'editor.write' : 'editor.preview')}
                isDisabled={!isPreview && value.trim() === ''}
                onPress={() => setPreview(!isPreview)}
              />
            </Toolbar>
          </InputContext.Provider>
          {mentions.list}
        </div>
        {hint && (
          <Text slot="description" className="mt-1 block text-sm text-muted">
            {hint}
          </Text>
        )}
        <FieldError className="mt-1 block text-sm text-danger" />
      </TextField>
      <UploadList uploads={uploads} />
    </div>
  )
}
