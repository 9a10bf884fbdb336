// The links in the header of the portal.
import { Plus, Trash2 } from 'lucide-react'
import { Button, IconButton } from '../../../components/button.tsx'
import { TextField } from '../../../components/fields.tsx'
import { t } from '../../../core/i18n.ts'
import { type Link, newLink } from './draft.ts'

const MAX_LINKS = 8
const MAX_TEXT = 40
const MAX_URL = 500

export function Links({
  links,
  onChange,
  isDisabled,
}: {
  links: Link[]
  onChange: (links: Link[]) => void
  isDisabled: boolean
}) {
  const set = (key: number, change: Partial<Link>) =>
    onChange(links.map((link) => (link.key === key ? { ...link, ...change } : link)))
  return (
    <div className="space-y-2">
      {links.map(({ key, text, url }, i) => (
        <fieldset key={key} className="flex items-end gap-2">
          <legend className="sr-only">{t('settings.portal.link', { number: i + 1 })}</legend>
          <div className="w-2/5">
            <TextField
              label={t('settings.portal.link_text')}
              isLabelHidden={i > 0}
              value={text}
              onChange={(value) => set(key, { text: value })}
              maxLength={MAX_TEXT}
              isDisabled={isDisabled}
            />
          </div>
          <div className="min-w-0 flex-1">
            <TextField
              label={t('settings.portal.link_url')}
              isLabelHidden={i > 0}
              placeholder="https://"
              value={url}
              onChange={(value) => set(key, { url: value })}
              maxLength={MAX_URL}
              isDisabled={isDisabled}
            />
          </div>
          <IconButton
            icon={Trash2}
            label={t('settings.portal.remove_link', { number: i + 1 })}
            isDisabled={isDisabled}
            onPress={() => onChange(links.filter((link) => link.key !== key))}
          />
        </fieldset>
      ))}
      <Button
        icon={Plus}
        isDisabled={isDisabled || links.length >= MAX_LINKS}
        onPress={() => onChange([...links, newLink()])}
      >
        {t('settings.portal.add_link')}
      </Button>
    </div>
  )
}
