// Chooses a saved reply by its title or its words.
import { useQuery } from '@tanstack/react-query'
import { MessageSquareText } from 'lucide-react'
import { useState } from 'react'
import { savedRepliesQuery } from '../../api/saved-replies.ts'
import { t } from '../../core/i18n.ts'
import { useDebounced } from '../../core/use-debounced.ts'
import { IconButton } from '../button.tsx'
import { Picker } from '../picker.tsx'

const DEBOUNCE_MS = 200
const MAX_HINT = 40

export function ReplyPicker({ onPick }: { onPick: (body: string) => void }) {
  const [text, setText] = useState('')
  const [isOpen, setOpen] = useState(false)
  const q = useDebounced(text.trim(), DEBOUNCE_MS)
  const { data = [], isFetching } = useQuery({ ...savedRepliesQuery(q), enabled: isOpen })
  return (
    <Picker
      label={t('editor.saved_replies')}
      options={data.map(({ id, title, body }) => ({
        id: String(id),
        label: title,
        hint: body.replace(/\s+/g, ' ').slice(0, MAX_HINT),
      }))}
      value={[]}
      onChange={([id]) => {
        const reply = data.find((one) => String(one.id) === id)
        if (reply) onPick(reply.body)
      }}
      onSearch={setText}
      empty={t(
        isFetching ? 'shell.loading' : q === '' ? 'editor.no_replies' : 'shell.nothing_found',
      )}
      isOpen={isOpen}
      onOpenChange={setOpen}
    >
      <IconButton icon={MessageSquareText} label={t('editor.saved_replies')} />
    </Picker>
  )
}
