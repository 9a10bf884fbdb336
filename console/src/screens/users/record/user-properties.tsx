// The facts about a person, and the teams they are in.
import { useQuery } from '@tanstack/react-query'
import { teamsQuery } from '../../../api/options.ts'
import { setTeam } from '../../../api/people.ts'
import { useHasRole } from '../../../api/session.ts'
import { Picker } from '../../../components/picker.tsx'
import { Figures } from '../../../components/record/figures.tsx'
import {
  Fact,
  Nothing,
  PropertyList,
  PropertyRow,
  ValueButton,
} from '../../../components/record/properties.tsx'
import { FoldedSection, Section } from '../../../components/record/section.tsx'
import { reportFailure } from '../../../components/report-failure.ts'
import { notifyDone } from '../../../components/undo.ts'
import { formatAmount, formatNumber, formatTime, t } from '../../../core/i18n.ts'
import { roleOf } from '../acting.ts'
import { BlockedBadge } from '../state.tsx'
import { usePerson } from './context.ts'

export function UserProperties() {
  const { user, accounts } = usePerson()
  const place = [user.city, user.region, user.country].filter(Boolean).join(', ')
  // A person can belong to an account by several external users.
  const revenue = accounts.reduce((sum, { mrr }) => sum + (mrr ?? 0), 0)
  const role = roleOf(user)
  return (
    <>
      <Section title={t('record.properties')}>
        <PropertyList>
          <PropertyRow label={t('people.column.allowed_state')}>
            <span className="flex min-h-8 items-center">
              <BlockedBadge state={user.allowed_state} />
            </span>
          </PropertyRow>
          <Fact label={t('people.role')}>{role && t(`shell.role.${role}`)}</Fact>
          <Teams />
          <Fact label={t('people.column.job_title')}>{user.job_title}</Fact>
          <Fact label={t('people.place')}>{place || null}</Fact>
          <Fact label={t('people.column.last_login')}>
            {user.last_login && formatTime(user.last_login)}
          </Fact>
        </PropertyList>
      </Section>
      <Section title={t('people.figures')}>
        <Figures
          figures={[
            {
              label: t('people.column.supported_suggestions_count'),
              value: formatNumber(user.supported_suggestions_count),
            },
            {
              label: t('people.column.satisfaction_score'),
              value: user.satisfaction_score === null ? '–' : formatNumber(user.satisfaction_score),
            },
            { label: t('record.accounts'), value: formatNumber(accounts.length) },
            { label: t('record.mrr'), value: formatAmount(revenue) },
          ]}
        />
      </Section>
      <FoldedSection title={t('record.technical')}>
        <PropertyList>
          <Fact label={t('people.column.email_confirmed')}>{yesNo(user.email_confirmed)}</Fact>
          <Fact label={t('people.column.status_notifications')}>
            {yesNo(user.status_notifications)}
          </Fact>
          <Fact label={t('people.column.comment_notifications')}>
            {yesNo(user.comment_notifications)}
          </Fact>
          <Fact label={t('people.column.last_ip')}>{user.last_ip}</Fact>
          <Fact label={t('record.created')}>{formatTime(user.created_at)}</Fact>
          <Fact label={t('record.updated')}>{formatTime(user.updated_at)}</Fact>
          <Fact label={t('people.column.guid')}>{user.guid}</Fact>
          <Fact label={t('record.number')}>{user.id}</Fact>
        </PropertyList>
      </FoldedSection>
    </>
  )
}

const yesNo = (value: boolean) => t(value ? 'list.yes' : 'list.no')

function Teams() {
  const { user, teams, refresh } = usePerson()
  const isAdmin = useHasRole('admin')
  const { data: all = [] } = useQuery({ ...teamsQuery, enabled: isAdmin })
  const label = t('people.column.teams')
  const names = teams.map(({ name }) => name).join(', ')
  if (!isAdmin || all.length === 0) return <Fact label={label}>{names || null}</Fact>
  const ids = teams.map(({ id }) => String(id))
  const set = async (team: number, isMember: boolean) => {
    await setTeam(user.id, team, isMember)
    await refresh()
  }
  const change = (next: string[]) => {
    const team = [...next, ...ids].find((id) => next.includes(id) !== ids.includes(id))
    if (team === undefined) return
    const isMember = next.includes(team)
    void set(Number(team), isMember).then(
      () => notifyDone(t('record.saved', { label }), () => set(Number(team), !isMember)),
      reportFailure,
    )
  }
  return (
    <PropertyRow label={label}>
      <Picker
        label={label}
        options={all.map(({ id, name }) => ({ id: String(id), label: name }))}
        value={ids}
        onChange={change}
        isMultiple
      >
        <ValueButton label={`${label}: ${names || t('record.none')}`}>
          <span dir="auto" className="min-w-0 [overflow-wrap:anywhere]">
            {names || <Nothing />}
          </span>
        </ValueButton>
      </Picker>
    </PropertyRow>
  )
}
