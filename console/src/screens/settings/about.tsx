// About the installation: versions, migrations, the last backup, and what it is made of.

import licences from 'virtual:earshot-licences'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type Installation, installationQuery } from '../../api/settings.ts'
import { Button } from '../../components/button.tsx'
import { SearchField } from '../../components/fields.tsx'
import { Loaded } from '../../components/states.tsx'
import { Table } from '../../components/table.tsx'
import { formatAge, formatTime, t } from '../../core/i18n.ts'
import { Badge, Facts, Part, SectionBody } from './parts.tsx'

export default function About() {
  const installation = useQuery(installationQuery)
  return (
    <SectionBody title={t('settings.about')} hint={t('settings.about.hint')}>
      <Loaded query={installation}>{(data) => <Versions installation={data} />}</Loaded>
      <Licences />
    </SectionBody>
  )
}

const OLD_BACKUP_MS = 7 * 86_400_000

function Versions({ installation }: { installation: Installation }) {
  const { version, migrations, database, last_backup_at } = installation
  return (
    <Facts
      facts={[
        [t('settings.about.version'), `Earshot ${version}`],
        [t('settings.about.license'), 'Apache-2.0'],
        [t('settings.about.database'), `PostgreSQL ${database.server_version}`],
        [t('settings.about.migrations'), schemaText(migrations)],
        [t('settings.about.backup'), backupText(last_backup_at)],
      ]}
    />
  )
}

const schemaText = ({ pending, applied_count, latest }: Installation['migrations']) =>
  pending.length === 0 ? (
    <>
      {t('settings.about.migrations_done', { count: applied_count })}{' '}
      <code translate="no" className="text-xs text-muted">
        {latest}
      </code>
    </>
  ) : (
    <span className="text-danger">
      {t('settings.about.migrations_pending', { names: pending.join(', ') })}
    </span>
  )

function backupText(time: string | null) {
  const isOld = time !== null && Date.now() - Date.parse(time) > OLD_BACKUP_MS
  return (
    <span className="flex flex-wrap items-center gap-2">
      {time === null ? (
        <Badge tone="warning">{t('settings.about.no_backup')}</Badge>
      ) : (
        `${formatAge(time)} · ${formatTime(time)}`
      )}
      {isOld && <Badge tone="warning">{t('settings.about.backup_old')}</Badge>}
    </span>
  )
}

const FIRST_PACKAGES = 20

function Licences() {
  const [query, setQuery] = useState('')
  const [isWhole, setWhole] = useState(false)
  const found = licences.filter(({ name, license }) =>
    `${name} ${license}`.toLowerCase().includes(query.trim().toLowerCase()),
  )
  const shown = isWhole ? found : found.slice(0, FIRST_PACKAGES)
  return (
    <Part
      title={t('settings.about.licences')}
      hint={t('settings.about.licences_hint', { count: licences.length })}
      actions={
        <div className="w-56">
          <SearchField label={t('settings.about.search')} value={query} onChange={setQuery} />
        </div>
      }
    >
      {shown.length === 0 ? (
        <p className="py-6 text-sm text-muted">{t('settings.no_match')}</p>
      ) : (
        <Table
          label={t('settings.about.licences')}
          rows={shown}
          keyOf={({ name, version }) => `${name} ${version}`}
          columns={[
            {
              id: 'name',
              label: t('settings.about.package'),
              render: ({ name }) => <span translate="no">{name}</span>,
            },
            {
              id: 'version',
              label: t('settings.about.version'),
              isShort: true,
              render: ({ version }) => version,
            },
            {
              id: 'license',
              label: t('settings.about.license'),
              isShort: true,
              render: ({ license }) => <span translate="no">{license}</span>,
            },
          ]}
        />
      )}
      {shown.length < found.length && (
        <Button onPress={() => setWhole(true)}>
          {t('settings.about.show_all', { count: found.length })}
        </Button>
      )}
    </Part>
  )
}
