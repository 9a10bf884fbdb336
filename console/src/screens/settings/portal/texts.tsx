// What the portal says about itself, in each language.
import { useState } from 'react'
import { t } from '../../../core/i18n.ts'
import { TranslatedTexts } from '../preview-parts.tsx'
import type { Language, Texts } from './draft.ts'

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
      <TranslatedTexts
        texts={texts}
        onChange={onChange}
        isDisabled={isDisabled}
        language={language}
        onLanguage={setLanguage}
        fields={NAMES.map((name) => ({
          name,
          label: t(`settings.portal.text.${name}`),
          ...(name === 'title' ? { maxLength: MAX.title } : { countTo: MAX[name] }),
        }))}
      />
    </div>
  )
}
