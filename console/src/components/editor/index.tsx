// The editor is loaded with the first text that is written. Until then the text is written in a plain field.
import { lazy, Suspense, useState } from 'react'
import { MARKDOWN } from '../../api/suggestion-writes.ts'
import { TextField } from '../fields.tsx'
import type { EditorProps } from './editor-props.ts'

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
  const { autoFocus = false } = props
  const [Loaded] = useState(() => LoadedEditor)
  // Who writes while it is loaded goes on in the editor.
  const [isEntered, setEntered] = useState(false)
  return (
    <Suspense fallback={<PlainEditor {...props} onFocusChange={setEntered} />}>
      <Loaded {...props} autoFocus={autoFocus || isEntered} />
    </Suspense>
  )
}

const fieldOf = ({ label, isLabelHidden = false, hint, rows = 3 }: EditorProps) => ({
  label,
  isLabelHidden,
  description: hint,
  rows: rows + 1,
})

type PlainEditorProps = EditorProps & { onFocusChange?: (isFocused: boolean) => void }

function PlainEditor(props: PlainEditorProps) {
  const { name, value, onChange, maxLength, autoFocus = false, isRequired = false } = props
  // A plain text is not yet Markdown, and only the editor makes it so.
  const [isReadOnly] = useState((props.mimeType ?? MARKDOWN) !== MARKDOWN && value !== '')
  return (
    <TextField
      {...fieldOf(props)}
      {...(name && { name })}
      {...(maxLength && { maxLength })}
      {...(props.onFocusChange && { onFocusChange: props.onFocusChange })}
      value={value}
      onChange={onChange}
      isReadOnly={isReadOnly}
      isRequired={isRequired}
      autoFocus={autoFocus}
    />
  )
}
