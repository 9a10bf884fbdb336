// The portal with what is edited, on a wide screen and on a phone.
import { useRef, useState } from 'react'
import { Segments } from '../../../components/segments.tsx'
import { LOCALES, t } from '../../../core/i18n.ts'
import { useWidth } from '../../../core/use-width.ts'
import { LANGUAGES, type Language } from './draft.ts'

const SCREENS = {
  wide: { width: 1280, height: 860, share: 'w-full' },
  phone: { width: 390, height: 720, share: 'w-3/5 min-w-56' },
} as const

export function Frames({ version }: { version: number }) {
  const [theme, setTheme] = useState<'light' | 'dark'>('light')
  const [language, setLanguage] = useState<Language>('en')
  const path = `/?${new URLSearchParams({ preview: theme, preview_language: language, version: String(version) })}`
  return (
    <section aria-label={t('settings.portal.preview')} className="space-y-3">
      <div className="flex flex-wrap items-center gap-2">
        <h2 className="basis-full text-base font-semibold">{t('settings.portal.preview')}</h2>
        <Segments
          label={t('settings.portal.preview_theme')}
          options={(['light', 'dark'] as const).map((id) => ({
            id,
            label: t(`settings.portal.theme.${id}`),
          }))}
          value={theme}
          onChange={setTheme}
        />
        <Segments
          label={t('settings.portal.preview_language')}
          options={LANGUAGES.map((id) => ({ id, label: LOCALES[id] }))}
          value={language}
          onChange={setLanguage}
        />
      </div>
      {version === 0 ? (
        <div className="skeleton h-64 rounded" />
      ) : (
        <>
          <Frame path={path} screen="wide" />
          <Frame path={path} screen="phone" />
        </>
      )}
    </section>
  )
}

/** A page as on a screen of this size, made smaller. It can be scrolled, and nothing in it can be pressed. */
function Frame({ path, screen }: { path: string; screen: keyof typeof SCREENS }) {
  const box = useRef<HTMLDivElement>(null)
  const available = useWidth(box)
  const { width, height, share } = SCREENS[screen]
  const scale = available / width
  return (
    <div
      ref={box}
      dir="ltr"
      className={`overflow-hidden rounded border border-border bg-sunken ${share}`}
      style={{ height: height * scale }}
    >
      <iframe
        title={t(`settings.portal.preview.${screen}`)}
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
    </div>
  )
}
