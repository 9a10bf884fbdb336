// Asks for what an action needs, and says how many suggestions it changes.
import { useState } from 'react'
import { useHasMail } from '../../../api/installation-settings.ts'
import { MARKDOWN } from '../../../api/suggestion-writes.ts'
import { Button } from '../../../components/button.tsx'
import { Dialog } from '../../../components/dialog.tsx'
import { Editor } from '../../../components/editor/index.tsx'
import { Checkbox, ComboBox, type Option, Select } from '../../../components/fields.tsx'
import { NoMailHint } from '../../../components/no-mail.tsx'
import { t } from '../../../core/i18n.ts'
import { type Names, useNames } from '../list/names.ts'
import type { ActionName, BulkInput } from './actions.ts'
import { MergeTarget } from './merge-target.tsx'

export type BulkDialogProps = {
  action: ActionName
  count: number
  ids: number[]
  onClose: () => void
  onRun: (input: BulkInput) => void
}

const NONE = 'none'
const idOf = (value: string | null) => (value === null || value === NONE ? null : Number(value))

export default function BulkDialog({ action, count, ids, onClose, onRun }: BulkDialogProps) {
  const names = useNames()
  const [chosen, setChosen] = useState<string | null>(null)
  const [body, setBody] = useState('')
  const [isBusy, setBusy] = useState(false)
  const hasMail = useHasMail()
  const [isNotifying, setNotifying] = useState(false)
  const link = LINKS[action]
  const isReady = (link === undefined || chosen !== null) && !isBusy
  const run = () => {
    onRun({
      action,
      ...(link && { links: { [link]: idOf(chosen) ?? null } }),
      ...(action === 'status' &&
        body.trim() !== '' && { body: body.trim(), body_mime_type: MARKDOWN }),
      ...(action === 'status' && { notify_supporters: isNotifying }),
    } as BulkInput)
    onClose()
  }
  const isDangerous = action === 'delete' || action === 'spam'
  const field = { value: chosen, onChange: setChosen }
  return (
    <Dialog
      title={t(`suggestions.bulk.${action}`)}
      isOpen
      onClose={onClose}
      role={link ? 'dialog' : 'alertdialog'}
      actions={
        <>
          <Button onPress={onClose}>{t('shell.cancel')}</Button>
          <Button
            look={isDangerous ? 'danger' : 'primary'}
            isDisabled={!isReady}
            onPress={run}
            autoFocus={link === undefined}
          >
            {t(`suggestions.bulk.${action}`)}
          </Button>
        </>
      }
    >
      <div className="space-y-4">
        <p>{t(`suggestions.bulk.hint.${action}`, { count })}</p>
        {(link === 'label' || link === 'category') && (
          <ComboBox
            label={t(`suggestions.bulk.${link}_field`)}
            options={optionsOf(link, names)}
            autoFocus
            {...field}
          />
        )}
        {(link === 'status' || link === 'forum') && (
          <Select
            label={t(`suggestions.bulk.${link}_field`)}
            options={optionsOf(link, names)}
            placeholder={t('list.filter.choose')}
            {...field}
          />
        )}
        {link === 'suggestion' && <MergeTarget excluded={ids} {...field} />}
        {action === 'status' && (
          <>
            <Editor
              label={t('suggestions.bulk.answer')}
              hint={t('suggestions.bulk.answer_hint')}
              hasReplies
              rows={4}
              onBusy={setBusy}
              value={body}
              onChange={setBody}
            />
            <Checkbox
              label={t('suggestions.bulk.notify')}
              isSelected={isNotifying}
              onChange={setNotifying}
              isDisabled={!hasMail}
            />
            <NoMailHint />
          </>
        )}
      </div>
    </Dialog>
  )
}

type LinkName = 'label' | 'category' | 'status' | 'forum' | 'suggestion'

const LINKS: Partial<Record<ActionName, LinkName>> = {
  label: 'label',
  unlabel: 'label',
  categorize: 'category',
  status: 'status',
  move: 'forum',
  merge: 'suggestion',
}

function optionsOf(link: Exclude<LinkName, 'suggestion'>, names: Names): Option[] {
  if (link === 'label')
    return [...names.labels.values()].map(({ id, full_name }) => ({
      id: String(id),
      label: full_name,
    }))
  if (link === 'forum')
    return [...names.forums.values()].map(({ id, name }) => ({ id: String(id), label: name }))
  if (link === 'status')
    return [
      { id: NONE, label: t('suggestions.bulk.no_status') },
      ...[...names.statuses.values()].map(({ id, name, hex_color }) => ({
        id: String(id),
        label: name,
        color: hex_color,
      })),
    ]
  return [
    { id: NONE, label: t('suggestions.bulk.no_category') },
    ...[...names.categories.values()].map(({ id, name, links }) => ({
      id: String(id),
      label: name,
      hint: names.forums.get(links.forum)?.name ?? '',
    })),
  ]
}
