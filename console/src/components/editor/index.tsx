// The editor is loaded with the first text that is written. Until then the text is written in a plain field.
import { lazy, Suspense, useLayoutEffect, useRef, useState } from 'react'
import { MARKDOWN } from '../../api/suggestion-writes.ts'
import { TextField } from '../fields.tsx'
import { type EditorProps, type FieldSelection, select } from './editor-props.ts'

// While the service does not send the editor, a text is written without its buttons. The next text asks for it again.
const loadEditor = () =>
  lazy(() =>
    import('./editor.tsx').catch(() => {
      LoadedEditor = loadEditor()
      return { default: PlainEditor }
    }),
  )
let LoadedEditor = loadEditor()

export const Editor = (props: EditorProps) => {
  const [Loaded] = useState(() => LoadedEditor)
  // Who writes while it is loaded goes on in the editor, at the same place.
  const selection = useRef<FieldSelection>(null)
  return (
    <Suspense fallback={<PlainEditor {...props} selection={selection} />}>
      <Loaded {...props} selection={selection} />
    </Suspense>
  )
}

const fieldOf = ({ label, isLabelHidden = false, hint, rows = 3 }: EditorProps) => ({
  label,
  isLabelHidden,
  description: hint,
  rows: rows + 1,
})

function PlainEditor({ selection, ...props }: EditorProps) {
  const { name, value, onChange, maxLength, autoFocus = false, isRequired = false } = props
  const box = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when it appears and disappears
  useLayoutEffect(() => {
    const area = box.current?.querySelector('textarea')
    if (!area || !selection) return
    if (selection.current) select(area, selection.current)
    return () => {
      if (document.activeElement !== area) return
      selection.current = { start: area.selectionStart, end: area.selectionEnd }
    }
  }, [])
  // A plain text is not yet Markdown, and only the editor makes it so.
  const [isReadOnly] = useState((props.mimeType ?? MARKDOWN) !== MARKDOWN && value !== '')
  return (
    <div ref={box}>
      <TextField
        {...fieldOf(props)}
        {...(name && { name })}
        {...(maxLength && { maxLength })}
        value={value}
        onChange={onChange}
        isReadOnly={isReadOnly}
        isRequired={isRequired}
        autoFocus={autoFocus}
      />
    </div>
  )
}
