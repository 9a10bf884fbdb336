// What each role may do, from the table that the service itself obeys.
import { useQuery } from '@tanstack/react-query'
import { Check, Minus } from 'lucide-react'
import { ROLES, useSession } from '../../api/session.ts'
import { rolesQuery } from '../../api/settings.ts'
import { ExternalLink } from '../../components/button.tsx'
import { Loaded } from '../../components/states.tsx'
import { t } from '../../core/i18n.ts'
import { Badge, SectionBody } from './parts.tsx'
import { accessOf, GROUPS } from './role-access.ts'

export default function Roles() {
  const roles = useQuery(rolesQuery)
  const { role: own } = useSession()
  return (
    <SectionBody
      title={t('settings.roles')}
      hint={t('settings.roles.hint')}
      actions={<ExternalLink href="/docs">{t('settings.roles.docs')}</ExternalLink>}
    >
      <Loaded query={roles}>
        {({ roles: all, operations }) => (
          <section
            aria-label={t('settings.roles')}
            // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
            tabIndex={0}
            className="overflow-x-auto"
          >
            <table className="w-full border-collapse text-sm">
              <thead>
                <tr className="border-b border-border align-baseline">
                  <th scope="col" className="py-2 pe-4 text-xs font-normal text-muted">
                    {t('settings.roles.about')}
                  </th>
                  {all.map(({ name, requires_second_factor }) => (
                    <th key={name} scope="col" className="px-2 py-2 font-medium">
                      <span className="flex flex-wrap items-center gap-1">
                        {t(`shell.role.${name}`)}
                        {name === own && <Badge>{t('settings.people.you')}</Badge>}
                      </span>
                      {requires_second_factor && (
                        <span className="block text-xs font-normal text-muted">
                          {t('settings.roles.needs_factor')}
                        </span>
                      )}
                    </th>
                  ))}
                </tr>
              </thead>
              {GROUPS.map(({ title, collections }) => (
                <tbody key={title}>
                  <tr>
                    <th
                      scope="colgroup"
                      colSpan={ROLES.length + 1}
                      className="pt-5 pb-1 text-xs font-normal text-muted"
                    >
                      {t(title)}
                    </th>
                  </tr>
                  {collections.map((collection) => (
                    <tr key={collection} className="border-b border-border align-baseline">
                      <th scope="row" className="py-2 pe-4 font-normal">
                        {t(`settings.roles.on.${collection}`)}
                      </th>
                      {ROLES.map((role) => (
                        <td key={role} className="px-2 py-2">
                          <Access access={accessOf(operations, collection, role)} />
                        </td>
                      ))}
                    </tr>
                  ))}
                </tbody>
              ))}
            </table>
          </section>
        )}
      </Loaded>
    </SectionBody>
  )
}

const Access = ({ access }: { access: ReturnType<typeof accessOf> }) => (
  <span
    className={`inline-flex items-baseline gap-1 ${access === 'none' ? 'text-muted' : ''} ${access === 'all' ? 'font-medium' : ''}`}
  >
    {access === 'none' && <Minus size={14} aria-hidden className="shrink-0 self-center" />}
    {access === 'all' && (
      <Check size={14} aria-hidden className="shrink-0 self-center text-success" />
    )}
    {t(`settings.roles.access.${access}`)}
  </span>
)
