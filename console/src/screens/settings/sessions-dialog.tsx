// Where a person is signed in.
import type { Session } from '@earshot/client'
import { useQuery } from '@tanstack/react-query'
import { endSessions, type StaffMember, sessionsQuery } from '../../api/settings.ts'
import { Button } from '../../components/button.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { NothingHere } from '../../components/record/record-list.tsx'
import { Loaded } from '../../components/states.tsx'
import { formatAge, t } from '../../core/i18n.ts'
import { Named } from './parts.tsx'
import { useChange } from './use-change.ts'

export function SessionsDialog({ person, onClose }: { person: StaffMember; onClose: () => void }) {
  const sessions = useQuery(sessionsQuery(person.id))
  const { tryTo } = useChange('sessions', 'staff')
  const name = person.name || person.email_address
  const end = (some: Session[]) =>
    tryTo(
      () => endSessions(some.map(({ id }) => id)),
      t('settings.sessions.ended', { count: some.length }),
    )
  const all = sessions.data ?? []
  return (
    <Dialog
      title={t('settings.sessions.of', { name })}
      isOpen
      onClose={onClose}
      width="medium"
      actions={
        <>
          {all.length > 1 && (
            <Button look="danger" onPress={() => end(all)}>
              {t('settings.sessions.end_all', { count: all.length })}
            </Button>
          )}
          <Button onPress={onClose}>{t('shell.close')}</Button>
        </>
      }
    >
      <Loaded query={sessions}>
        {(found) =>
          found.length === 0 ? (
            <NothingHere>{t('settings.sessions.none')}</NothingHere>
          ) : (
            <ul className="divide-y divide-border">
              {found.map((session) => (
                <li key={session.id} className="flex items-center gap-3 py-2">
                  <div className="min-w-0 flex-1">
                    <Named name={browserOf(session.user_agent)}>
                      {[
                        session.address,
                        t('settings.sessions.method', { method: session.method }),
                        t('settings.sessions.used', { age: formatAge(session.last_used_at) }),
                      ]
                        .filter(Boolean)
                        .join(' · ')}
                    </Named>
                  </div>
                  <Button onPress={() => end([session])}>{t('settings.sessions.end')}</Button>
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </Dialog>
  )
}

const BROWSERS = [
  ['Edg/', 'Edge'],
  ['Firefox/', 'Firefox'],
  ['Chrome/', 'Chrome'],
  ['Safari/', 'Safari'],
] as const
const SYSTEMS = [
  ['Windows', 'Windows'],
  ['Android', 'Android'],
  ['iPhone', 'iPhone'],
  ['iPad', 'iPad'],
  ['Mac OS', 'macOS'],
  ['Linux', 'Linux'],
] as const

/** The browser and the system, as far as they tell. */
function browserOf(userAgent: string | null): string {
  const find = (names: readonly (readonly [string, string])[]) =>
    names.find(([mark]) => userAgent?.includes(mark))?.[1]
  const parts = [find(BROWSERS), find(SYSTEMS)].filter(Boolean)
  return parts.length > 0 ? parts.join(', ') : t('settings.sessions.unknown')
}
