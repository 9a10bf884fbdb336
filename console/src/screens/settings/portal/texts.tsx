// What the portal says about itself, in each language.
import { useState } from 'react'
import { TextField } from '../../../components/fields.tsx'
import { Segments } from '../../../components/segments.tsx'
import { LOCALES, t } from '../../../core/i18n.ts'
import { LANGUAGES, type Language, type Texts } from './draft.ts'

const MAX = { title: 120, introduction: 2000, suggest_introduction: 2000, footer: 2000 } as const
const NAMES = Object.keys(MAX) as (keyof typeof MAX)[]

export function PortalTexts({
  texts,
  onChange,
  isDisabled,
}: {
  texts: Texts
  onChange: (texts: Texts) => void
  isDisabled: boolean
}) {
  const [language, setLanguage] = useState<Language>('en')
  return (
    <div className="space-y-4">
      <Segments
        label={t('settings.portal.texts_language')}
        options={LANGUAGES.map((id) => ({ id, label: LOCALES[id] }))}
        value={language}
        onChange={setLanguage}
      />
      {NAMES.map((name) => (
        <TextField
          key={name}
          label={t(`settings.portal.text.${name}`)}
          value={texts[language][name]}
          onChange={(text) =>
            onChange({ ...texts, [language]: { ...texts[language], [name]: text } })
          }
          isDisabled={isDisabled}
          {...(name === 'title' ? { maxLength: MAX.title } : { rows: 3, countTo: MAX[name] })}
        />
      ))}
    </div>
  )
}
