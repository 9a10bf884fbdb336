// Sign-in providers: which are configured, for whom, and whether they work. Owners add, change, test and remove them.
import type { OidcProvider } from '@earshot/client'
import { useQuery } from '@tanstack/react-query'
import {
  ArrowUp,
  CirclePlay,
  CircleSlash,
  Fingerprint,
  Link2,
  Pencil,
  Plug,
  Plus,
  Trash2,
} from 'lucide-react'
import { type ReactNode, useState } from 'react'
import {
  type AvailableTo,
  deleteProvider,
  oidcProvidersQuery,
  orderProviders,
  updateProvider,
} from '../../api/oidc-providers.ts'
import { useHasRole } from '../../api/session.ts'
import { type Installation, installationQuery } from '../../api/settings.ts'
import { Button } from '../../components/button.tsx'
import { Confirm, Dialog } from '../../components/dialog.tsx'
import type { MenuAction } from '../../components/menu.tsx'
import { EmptyState, Loaded } from '../../components/states.tsx'
import { Table } from '../../components/table.tsx'
import { formatNumber, t } from '../../core/i18n.ts'
import { Age, Badge, Facts, Named, Part, RowMenu, SectionBody } from './parts.tsx'
import { CheckDialog } from './provider-check.tsx'
import { ProviderDialog, Redirects } from './provider-dialog.tsx'
import { useChange } from './use-change.ts'

type UsedProvider = Installation['sign_in']['providers'][number]

/** One that is used, one that is stored, or both. */
type Row = {
  name: string
  slug: string
  issuer: string
  availableTo: AvailableTo
  /** What the service uses of it; undefined: it cannot be used now. */
  used: UsedProvider | undefined
  /** What owners stored; undefined: of the environment, or not for this person to see. */
  record: OidcProvider | undefined
}

/** Those of the environment come first: they win. */
function toRows(used: UsedProvider[], records: OidcProvider[] | undefined): Row[] {
  const isStored = ({ id }: UsedProvider) => records?.some((record) => record.id === id)
  const fromUse = used
    .filter((provider) => !isStored(provider))
    .map((provider) => ({
      name: provider.name,
      slug: provider.slug,
      issuer: provider.issuer,
      availableTo: provider.available_to,
      used: provider,
      record: undefined,
    }))
  const fromRecords = sorted(records ?? []).map((record) => ({
    name: record.name,
    slug: record.slug,
    issuer: record.issuer,
    availableTo: record.available_to as AvailableTo,
    used: used.find(({ id }) => id === record.id),
    record,
  }))
  return [...fromUse, ...fromRecords]
}

const sorted = (records: OidcProvider[]) =>
  records.toSorted((a, b) => a.position - b.position || a.id - b.id)

type Asked =
  | { about: 'new' }
  | { about: 'redirects'; row: Row }
  | { about: 'edit' | 'test' | 'disable' | 'remove'; record: OidcProvider }

function actionsOf({
  row,
  records,
  onAsk,
  onEnable,
  onOrder,
}: {
  row: Row
  records: OidcProvider[]
  onAsk: (asked: Asked) => void
  onEnable: (record: OidcProvider) => void
  onOrder: (ordered: OidcProvider[]) => void
}): MenuAction[] {
  const { record } = row
  const redirects: MenuAction = {
    id: 'redirects',
    label: t('settings.sso.redirects'),
    icon: Link2,
    onAction: () => onAsk({ about: 'redirects', row }),
  }
  if (!record) return [redirects]
  const ordered = sorted(records)
  const place = ordered.findIndex(({ id }) => id === record.id)
  const ask = (about: 'edit' | 'test' | 'disable' | 'remove') => () => onAsk({ about, record })
  return [
    { id: 'edit', label: t('settings.sso.change'), icon: Pencil, onAction: ask('edit') },
    { id: 'test', label: t('settings.sso.test_row'), icon: Plug, onAction: ask('test') },
    redirects,
    ...(place > 0
      ? [
          {
            id: 'up',
            label: t('settings.sso.up'),
            icon: ArrowUp,
            onAction: () => onOrder(movedUp(ordered, place)),
          },
        ]
      : []),
    record.is_enabled
      ? {
          id: 'disable',
          label: t('settings.sso.disable'),
          icon: CircleSlash,
          onAction: ask('disable'),
        }
      : {
          id: 'enable',
          label: t('settings.sso.enable'),
          icon: CirclePlay,
          onAction: () => onEnable(record),
        },
    {
      id: 'remove',
      label: t('settings.sso.remove'),
      icon: Trash2,
      isDangerous: true,
      onAction: ask('remove'),
    },
  ]
}

const movedUp = (records: OidcProvider[], place: number): OidcProvider[] => {
  const moved = records.toSpliced(place, 1)
  return moved.toSpliced(place - 1, 0, records[place] as OidcProvider)
}

function Question({ asked, onClose }: { asked: Asked; onClose: () => void }) {
  const { tryTo } = useChange('oidc_providers', 'installation')
  if (asked.about === 'new') return <ProviderDialog provider={null} onClose={onClose} />
  if (asked.about === 'redirects') return <RedirectsDialog row={asked.row} onClose={onClose} />
  const { about, record } = asked
  const { id, name } = record
  if (about === 'edit') return <ProviderDialog provider={record} onClose={onClose} />
  if (about === 'test') return <CheckDialog provider={record} onClose={onClose} />
  const isRemoval = about === 'remove'
  return (
    <Confirm
      title={t(isRemoval ? 'settings.sso.remove_of' : 'settings.sso.disable_of', { name })}
      isOpen
      onClose={onClose}
      isDangerous
      confirmLabel={t(isRemoval ? 'settings.sso.remove' : 'settings.sso.disable')}
      onConfirm={() => {
        tryTo(
          () => (isRemoval ? deleteProvider(id) : updateProvider(id, { is_enabled: false })),
          t(isRemoval ? 'settings.sso.removed' : 'settings.sso.was_disabled', { name }),
        )
        onClose()
      }}
    >
      {t(isRemoval ? 'settings.sso.remove_hint' : 'settings.sso.disable_hint', { name })}
    </Confirm>
  )
}

const RedirectsDialog = ({
  row: { name, slug, availableTo, record },
  onClose,
}: {
  row: Row
  onClose: () => void
}) => (
  <Dialog
    title={t('settings.sso.redirects_of', { name })}
    isOpen
    onClose={onClose}
    width="medium"
    actions={
      <Button look="primary" onPress={onClose}>
        {t('shell.close')}
      </Button>
    }
  >
    <div className="space-y-4">
      <p className="text-sm text-muted">{t('settings.sso.redirects_hint')}</p>
      <Redirects slug={slug} availableTo={availableTo} provider={record} />
    </div>
  </Dialog>
)

function Badges({ row: { record, used } }: { row: Row }) {
  if (!record)
    return used?.source === 'environment' && <Badge>{t('settings.sso.from_environment')}</Badge>
  if (!record.is_enabled) return <Badge>{t('settings.sso.disabled')}</Badge>
  if (!record.has_client_secret) return <Badge tone="danger">{t('settings.sso.no_secret')}</Badge>
  return !used && <Badge tone="warning">{t('settings.sso.hidden')}</Badge>
}

const Failure = ({ used }: Pick<Row, 'used'>): ReactNode =>
  used?.last_failure ? (
    // A provider that was used since then works again.
    <span className={used.last_failure.at > (used.last_used_at ?? '') ? 'text-danger' : ''}>
      {t(`settings.sso.reason.${used.last_failure.reason}`)} · <Age time={used.last_failure.at} />
    </span>
  ) : (
    t('settings.none')
  )

export default function SignIn() {
  const installation = useQuery(installationQuery)
  const isOwner = useHasRole('owner')
  const records = useQuery({ ...oidcProvidersQuery, enabled: isOwner })
  const { tryTo } = useChange('oidc_providers', 'installation')
  const [asked, setAsked] = useState<Asked>()
  const list = (rows: Row[]) => (
    <Providers
      rows={rows}
      isOwner={isOwner}
      actions={(row) =>
        actionsOf({
          row,
          records: records.data ?? [],
          onAsk: setAsked,
          onEnable: ({ id, name }) =>
            tryTo(
              () => updateProvider(id, { is_enabled: true }),
              t('settings.sso.enabled', { name }),
            ),
          onOrder: (ordered) => tryTo(() => orderProviders(ordered)),
        })
      }
    />
  )
  return (
    <SectionBody
      title={t('settings.sso')}
      hint={t('settings.sso.hint')}
      actions={
        isOwner && (
          <Button look="primary" icon={Plus} onPress={() => setAsked({ about: 'new' })}>
            {t('settings.sso.add')}
          </Button>
        )
      }
    >
      {asked && <Question asked={asked} onClose={() => setAsked(undefined)} />}
      <Loaded query={installation}>
        {({ sign_in: { providers, mail } }) => (
          <>
            {isOwner ? (
              <Loaded query={records}>{(stored) => list(toRows(providers, stored))}</Loaded>
            ) : (
              list(toRows(providers, undefined))
            )}
            <Part title={t('settings.sso.other')}>
              <Facts
                facts={[
                  [t('settings.sso.passwords'), t('settings.sso.always')],
                  [
                    t('settings.sso.mail'),
                    mail ? t('settings.sso.mail_on') : t('settings.sso.mail_off'),
                  ],
                ]}
              />
            </Part>
          </>
        )}
      </Loaded>
    </SectionBody>
  )
}

const Providers = ({
  rows,
  isOwner,
  actions,
}: {
  rows: Row[]
  isOwner: boolean
  actions: (row: Row) => MenuAction[]
}) =>
  rows.length === 0 ? (
    <EmptyState
      icon={Fingerprint}
      title={t('settings.sso.empty')}
      hint={t(isOwner ? 'settings.sso.empty_hint' : 'settings.sso.empty_admin')}
    />
  ) : (
    <Table
      label={t('settings.sso')}
      rows={rows}
      keyOf={({ slug, record }) => record?.id ?? slug}
      isMuted={({ used }) => used === undefined}
      actions={(row) => <RowMenu name={row.name} actions={actions(row)} />}
      columns={[
        {
          id: 'name',
          label: t('settings.sso.provider'),
          render: (row) => (
            <Named name={row.name} badges={<Badges row={row} />}>
              {row.issuer}
            </Named>
          ),
        },
        {
          id: 'for',
          label: t('settings.sso.for'),
          render: ({ availableTo }) => t(`settings.sso.for.${availableTo}`),
        },
        {
          id: 'people',
          label: t('settings.sso.people'),
          align: 'end',
          isShort: true,
          render: ({ used }) => (used ? formatNumber(used.people_count) : '–'),
        },
        {
          id: 'used',
          label: t('settings.sso.last_used'),
          isShort: true,
          render: ({ used }) =>
            used?.last_used_at ? <Age time={used.last_used_at} /> : t('settings.never'),
        },
        {
          id: 'failed',
          label: t('settings.sso.last_failure'),
          render: ({ used }) => <Failure used={used} />,
        },
      ]}
    />
  )
