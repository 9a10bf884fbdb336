// What the settings of the portal and of mails share: texts in each language, and a preview in a frame.
import { TextField } from '../../components/fields.tsx'
import { Segments } from '../../components/segments.tsx'
import { LOCALES, t } from '../../core/i18n.ts'
import { LANGUAGES, type Language } from './portal/draft.ts'

export type Theme = 'light' | 'dark'

const languages = LANGUAGES.map((id) => ({ id, label: LOCALES[id] }))

type LanguageProps = { language: Language; onLanguage: (language: Language) => void }

export const PreviewTheme = ({
  theme,
  onTheme,
}: {
  theme: Theme
  onTheme: (theme: Theme) => void
}) => (
  <Segments
    label={t('settings.portal.preview_theme')}
    options={(['light', 'dark'] as const).map((id) => ({
      id,
      label: t(`settings.portal.theme.${id}`),
    }))}
    value={theme}
    onChange={onTheme}
  />
)

export const PreviewLanguage = ({ language, onLanguage }: LanguageProps) => (
  <Segments
    label={t('settings.portal.preview_language')}
    options={languages}
    value={language}
    onChange={onLanguage}
  />
)

type TextsProps<Name extends string> = LanguageProps & {
  texts: Record<Language, Record<Name, string>>
  onChange: (texts: Record<Language, Record<Name, string>>) => void
  isDisabled: boolean
  /** A text of one line has a `maxLength`; others count to theirs. */
  fields: ({ name: Name; label: string; description?: string } & (
    | { maxLength: number }
    | { countTo: number }
  ))[]
}

export const TranslatedTexts = <Name extends string>({
  texts,
  onChange,
  isDisabled,
  fields,
  language,
  onLanguage,
}: TextsProps<Name>) => (
  <>
    <Segments
      label={t('settings.portal.texts_language')}
      options={languages}
      value={language}
      onChange={onLanguage}
    />
    {fields.map(({ name, ...field }) => (
      <TextField
        key={name}
        value={texts[language][name]}
        onChange={(text) =>
          onChange({ ...texts, [language]: { ...texts[language], [name]: text } })
        }
        isDisabled={isDisabled}
        {...('countTo' in field && { rows: 3 })}
        {...field}
      />
    ))}
  </>
)

export type FrameSize = { width: number; height: number }

/** A page of this size, made smaller. It can be scrolled, and nothing in it can be pressed. */
export const PreviewFrame = ({
  title,
  path,
  size: { width, height },
  scale,
}: {
  title: string
  path: string
  size: FrameSize
  scale: number
}) => (
  <iframe
    title={title}
    src={path}
    // Without scripts. The console makes the page inert, which needs the same origin.
    sandbox="allow-same-origin"
    onLoad={({ currentTarget }) => {
      const body = currentTarget.contentDocument?.body
      if (body) body.inert = true
    }}
    className="block border-0"
    style={{ width, height, transform: `scale(${scale})`, transformOrigin: '0 0' }}
  />
)
