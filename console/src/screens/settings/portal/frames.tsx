// The portal with what is edited, on a wide screen and on a phone.
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { forumsQuery } from '../../../api/options.ts'
import { Segments } from '../../../components/segments.tsx'
import { t } from '../../../core/i18n.ts'
import { useWidth } from '../../../core/use-width.ts'
import { PreviewFrame, PreviewLanguage, PreviewTheme, type Theme } from '../preview-parts.tsx'
import type { Language } from './draft.ts'

const SCREENS = {
  wide: { width: 1280, height: 860, share: 'w-full' },
  phone: { width: 390, height: 720, share: 'w-3/5 min-w-56' },
} as const

/** Each has texts of its own. */
const PAGES = ['home', 'form'] as const
type PageName = (typeof PAGES)[number]

export function Frames({ version }: { version: number }) {
  const [theme, setTheme] = useState<Theme>('light')
  const [language, setLanguage] = useState<Language>('en')
  const [page, setPage] = useState<PageName>('home')
  const [forum] = useQuery(forumsQuery).data ?? []
  const place = page === 'form' && forum ? `/forums/${forum.id}/new` : '/'
  const path = `${place}?${new URLSearchParams({ preview: theme, preview_language: language, version: String(version) })}`
  return (
    <section aria-label={t('settings.portal.preview')} className="space-y-3">
      <div className="flex flex-wrap items-center gap-2">
        <h2 className="basis-full text-base font-semibold">{t('settings.portal.preview')}</h2>
        <PreviewTheme theme={theme} onTheme={setTheme} />
        <PreviewLanguage language={language} onLanguage={setLanguage} />
        {forum && (
          <Segments
            label={t('settings.portal.preview_page')}
            options={PAGES.map((id) => ({ id, label: t(`settings.portal.page.${id}`) }))}
            value={page}
            onChange={setPage}
          />
        )}
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

/** As wide as the place for it. */
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
      <PreviewFrame
        title={t(`settings.portal.preview.${screen}`)}
        path={path}
        size={{ width, height }}
        scale={scale}
      />
    </div>
  )
}
