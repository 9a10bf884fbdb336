// What mails to end users say before and after their news, with a preview of each kind.
import { useRef, useState } from 'react'
import { changeSettings, type InstallationSettings } from '../../../api/installation-settings.ts'
import { MAIL_KINDS, type MailKind, sendSample } from '../../../api/mail-settings.ts'
import { Select } from '../../../components/fields.tsx'
import { Form } from '../../../components/form.tsx'
import { Segments } from '../../../components/segments.tsx'
import { t } from '../../../core/i18n.ts'
import { useWidth } from '../../../core/use-width.ts'
import { Part } from '../parts.tsx'
import type { Language } from '../portal/draft.ts'
import { usePreview } from '../portal/use-preview.ts'
import {
  PreviewFrame,
  PreviewLanguage,
  PreviewTheme,
  type Theme,
  TranslatedTexts,
} from '../preview-parts.tsx'
import { FixedNote, isFixed, TryButton } from '../setting-parts.tsx'
import { useChange } from '../use-change.ts'

const NAMES = ['introduction', 'footer'] as const
const MAX_LENGTH = 2000
const SCREENS = { wide: { width: 1280, height: 720 }, phone: { width: 390, height: 720 } } as const
type Screen = keyof typeof SCREENS

export function MailTexts({ setting }: { setting: InstallationSettings['mail_texts'] }) {
  const { run } = useChange('settings')
  const [texts, setTexts] = useState(setting.value)
  const [language, setLanguage] = useState<Language>('en')
  const isDirty = JSON.stringify(texts) !== JSON.stringify(setting.value)
  const { version, problems } = usePreview({ mail_texts: texts })
  const isReadOnly = isFixed(setting)
  return (
    <Part title={t('settings.mail.texts')} hint={t('settings.mail.texts_hint')}>
      <FixedNote setting={setting} />
      <div className="max-w-[560px]">
        <Form
          submitLabel={t('settings.mail.save_texts')}
          isDirty={isDirty}
          isIncomplete={!isDirty || isReadOnly || problems.mail_texts !== undefined}
          onSubmit={() =>
            run(() => changeSettings({ mail_texts: texts }), t('settings.mail.texts_saved'))
          }
        >
          <TranslatedTexts
            texts={texts}
            onChange={setTexts}
            isDisabled={isReadOnly}
            language={language}
            onLanguage={setLanguage}
            fields={NAMES.map((name) => ({
              name,
              label: t(`settings.mail.text.${name}`),
              description: t(`settings.mail.text.${name}_hint`),
              countTo: MAX_LENGTH,
            }))}
          />
        </Form>
      </div>
      <MailPreview version={version} texts={texts} language={language} onLanguage={setLanguage} />
    </Part>
  )
}

function MailPreview({
  version,
  texts,
  language,
  onLanguage,
}: {
  version: number
  texts: InstallationSettings['mail_texts']['value']
  language: Language
  onLanguage: (language: Language) => void
}) {
  const [kind, setKind] = useState<MailKind>('status')
  const [theme, setTheme] = useState<Theme>('light')
  const [screen, setScreen] = useState<Screen>('phone')
  const query = new URLSearchParams({ kind, theme, language, version: String(version) })
  return (
    <section aria-label={t('settings.mail.preview')} className="space-y-3 pt-3">
      <h3 className="text-sm font-semibold">{t('settings.mail.preview')}</h3>
      <div className="flex flex-wrap items-end gap-2">
        <Select
          label={t('settings.mail.kind')}
          options={MAIL_KINDS.map((id) => ({ id, label: t(`settings.mail.kind.${id}`) }))}
          value={kind}
          onChange={(id) => setKind(id as MailKind)}
        />
        <PreviewTheme theme={theme} onTheme={setTheme} />
        <Segments
          label={t('settings.mail.screen')}
          options={(['phone', 'wide'] as const).map((id) => ({
            id,
            label: t(`settings.mail.screen.${id}`),
          }))}
          value={screen}
          onChange={setScreen}
        />
        <PreviewLanguage language={language} onLanguage={onLanguage} />
      </div>
      {version === 0 ? (
        <div className="skeleton h-64 rounded" />
      ) : (
        <Frame path={`/admin/mail-preview?${query}`} screen={screen} />
      )}
      <TryButton
        label={t('settings.mail.send_sample')}
        attempt={async () =>
          t('settings.mail.tested', {
            email: await sendSample({ kind, language, mail_texts: texts }),
          })
        }
      />
    </section>
  )
}

/** Smaller where there is less room. */
function Frame({ path, screen }: { path: string; screen: Screen }) {
  const box = useRef<HTMLDivElement>(null)
  const available = useWidth(box)
  const { width, height } = SCREENS[screen]
  const scale = Math.min(1, available / width)
  return (
    <div ref={box} dir="ltr">
      <div
        className="overflow-hidden rounded border border-border bg-sunken"
        style={{ width: width * scale, height: height * scale }}
      >
        <PreviewFrame
          title={t('settings.mail.preview')}
          path={path}
          size={{ width, height }}
          scale={scale}
        />
      </div>
    </div>
  )
}
