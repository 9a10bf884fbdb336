// The settings: a list of sections, and one of them. Where it is narrow, one or the other.
import { Link, useParams } from '@tanstack/react-router'
import { ChevronLeft, ChevronRight, Lock, SearchX } from 'lucide-react'
import { Suspense } from 'react'
import { hasRole, useSession } from '../../api/session.ts'
import { PageTitle } from '../../components/page-title.tsx'
import { EmptyState, SkeletonLines } from '../../components/states.tsx'
import { t } from '../../core/i18n.ts'
import { useMedia } from '../../core/use-media.ts'
import { GROUPS, isSection, SECTIONS, type SectionId } from './sections.ts'

export default function SettingsScreen() {
  const { section: named } = useParams({ strict: false })
  const { role } = useSession()
  const isWide = useMedia('(min-width: 800px)')
  const groups = GROUPS.map(({ title, ids }) => ({
    title,
    ids: ids.filter((id) => hasRole(role, SECTIONS[id].role)),
  })).filter(({ ids }) => ids.length > 0)
  const section = named ?? (isWide ? groups[0]?.ids[0] : undefined)
  return (
    <div className="flex h-full min-h-0">
      {isWide ? (
        <div className="w-52 shrink-0 overflow-y-auto border-e border-border px-2 py-3">
          <p className="px-2 pb-3 font-semibold">{t('shell.settings')}</p>
          <SectionList groups={groups} current={section} />
        </div>
      ) : (
        section === undefined && (
          <div className="min-w-0 flex-1 overflow-y-auto px-2 py-4">
            <PageTitle name={t('shell.settings')} />
            <h1 className="mb-3 px-2 text-xl font-semibold">{t('shell.settings')}</h1>
            <SectionList groups={groups} current={undefined} isPage />
          </div>
        )
      )}
      {section !== undefined && (
        <div key={section} className="min-w-0 flex-1 overflow-y-auto">
          {!isWide && (
            <Link
              to="/settings"
              className="flex h-11 items-center gap-1 border-b border-border px-3 text-sm text-muted"
            >
              <ChevronLeft size={16} aria-hidden />
              {t('shell.settings')}
            </Link>
          )}
          <Content section={section} />
        </div>
      )}
    </div>
  )
}

function SectionList({
  groups,
  current,
  isPage = false,
}: {
  groups: { title: (typeof GROUPS)[number]['title']; ids: SectionId[] }[]
  current: string | undefined
  isPage?: boolean
}) {
  return (
    <nav aria-label={t('settings.sections')} className="space-y-4">
      {groups.map(({ title, ids }) => (
        <section key={title} aria-label={t(title)}>
          <p className="px-2 pb-1 text-xs text-muted">{t(title)}</p>
          <ul className={isPage ? 'divide-y divide-border border-y border-border' : 'space-y-0.5'}>
            {ids.map((id) => {
              const { icon: Icon, label } = SECTIONS[id]
              const isCurrent = id === current
              return (
                <li key={id}>
                  <Link
                    to="/settings/$section"
                    params={{ section: id }}
                    aria-current={isCurrent ? 'page' : undefined}
                    className={`flex items-center gap-2 px-2 text-sm ${isPage ? 'h-11' : 'h-8 rounded hover:bg-hover'} ${isCurrent ? 'bg-hover font-medium' : isPage ? '' : 'text-muted hover:text-text'}`}
                  >
                    <Icon size={16} aria-hidden className="shrink-0" />
                    <span className="min-w-0 flex-1 truncate">{t(label)}</span>
                    {isPage && <ChevronRight size={16} aria-hidden className="text-muted" />}
                  </Link>
                </li>
              )
            })}
          </ul>
        </section>
      ))}
    </nav>
  )
}

function Content({ section }: { section: string }) {
  const { role } = useSession()
  if (!isSection(section))
    return (
      <EmptyState
        level={1}
        icon={SearchX}
        title={t('shell.not_found')}
        hint={t('shell.not_found_hint')}
      />
    )
  const { role: needed, component: Component, label } = SECTIONS[section]
  if (!hasRole(role, needed))
    return (
      <>
        <PageTitle name={t(label)} />
        <h1 className="sr-only">{t(label)}</h1>
        <EmptyState
          icon={Lock}
          title={t('shell.no_permission')}
          hint={t('settings.no_permission_hint', {
            section: t(label),
            role: t(`shell.role.${role}`),
            needed: t(`shell.role.${needed}`),
          })}
        />
      </>
    )
  return (
    <Suspense
      fallback={
        <div className="mx-auto max-w-[920px] px-4 py-8 md:px-8">
          <SkeletonLines lines={8} />
        </div>
      }
    >
      <PageTitle name={t(label)} />
      <Component />
    </Suspense>
  )
}
