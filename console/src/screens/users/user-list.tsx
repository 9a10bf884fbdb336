// The list of people.
import type { CustomField, ExternalUser, Team, User } from '@earshot/client'
import { useQuery } from '@tanstack/react-query'
import { Users } from 'lucide-react'
import { useMemo } from 'react'
import { customFieldsOf, segmentsQuery, teamsQuery } from '../../api/options.ts'
import { userQuery } from '../../api/people.ts'
import type { Option } from '../../components/fields.tsx'
import { type CellKind, TextCell, ValueCell } from '../../components/grid/cells.tsx'
import type { Column } from '../../components/grid/column.ts'
import { customColumn, customKind, fieldColumn } from '../../components/grid/field-column.tsx'
import { lazyPart } from '../../components/lazy-part.ts'
import type { ListDeclaration } from '../../components/list/declaration.ts'
import {
  customFilter,
  type Filter,
  namedOptions,
  numberFilters,
} from '../../components/list/filters/filter.ts'
import { byId } from '../../components/list/source.ts'
import { nameOf } from '../../components/person.tsx'
import { type NamesOf, t, textOfValue } from '../../core/i18n.ts'
import { BlockActions } from './block-actions.tsx'
import { usersAddress } from './search.ts'
import { BlockedBadge, isBlocked, SuppressedBadge } from './state.tsx'
import type { UserRow } from './user-row.ts'

type Traits = Record<string, unknown>

type ColumnName = NamesOf<'people.column'>
type GroupName = NamesOf<'people.columns'>
type TraitName = ColumnName extends infer Name
  ? Name extends `traits_${infer Trait}`
    ? Trait
    : never
  : never
const labelOf = (id: ColumnName) => t(`people.column.${id}`)
const groupOf = (group: GroupName) => t(`people.columns.${group}`)

// The plain fields: their names on the wire, by group and kind.
const FIELDS: [group: GroupName, kind: CellKind, names: ColumnName[]][] = [
  ['activity', 'number', ['supported_suggestions_count', 'satisfaction_score']],
  ['activity', 'time', ['last_login', 'created_at', 'updated_at']],
  ['staff', 'flag', ['is_admin', 'is_owner']],
  ['contact', 'flag', ['email_confirmed', 'status_notifications', 'comment_notifications']],
  ['contact', 'text', ['country', 'region', 'city', 'last_ip']],
  ['person', 'text', ['job_title', 'guid']],
]

/** The API sorts by these. */
const SORTS = new Set<string>([
  'id',
  'name',
  'email_address',
  'created_at',
  'updated_at',
  'last_login',
  'satisfaction_score',
  'supported_suggestions_count',
])

/** Members of `traits`: what the person's newest external user and its account are. */
const TRAITS: [kind: CellKind, names: TraitName[]][] = [
  ['text', ['account_name', 'account_plan']],
  ['amount', ['account_monthly_rate', 'account_ltv']],
  ['text', ['account_id', 'type', 'id']],
]

const plainColumn = (group: GroupName, kind: CellKind, id: ColumnName): Column<UserRow> =>
  fieldColumn({ id, kind, group: groupOf(group), label: labelOf(id), canSort: SORTS.has(id) })

const traitColumn = (kind: CellKind, name: TraitName): Column<UserRow> => ({
  ...fieldColumn<UserRow>({
    id: `traits_${name}`,
    kind,
    group: groupOf('account'),
    canSort: false,
    label: labelOf(`traits_${name}`),
  }),
  fields: ['traits'],
  render: ({ traits }) => <ValueCell kind={kind} value={(traits as Traits | null)?.[name]} />,
  csv: `traits.${name}`,
})

/** A custom field of the person's external users, of which there can be several. */
const externalColumn = (field: CustomField): Column<UserRow> => {
  const { key, field_type } = field
  return {
    ...customColumn<UserRow>(field, groupOf('custom')),
    fields: [],
    includes: ['external_users'],
    includedFields: { external_users: [key] },
    render: ({ links, related }) => {
      const values = links.external_users.flatMap(
        (id) => related.externalUsers.get(id)?.[key as `cf_${string}`] ?? [],
      )
      return values.length > 1 ? (
        <TextCell text={values.join(', ')} />
      ) : (
        <ValueCell kind={customKind(field_type)} value={values[0]} />
      )
    },
    csv: `links.external_users.${key}`,
  }
}

const columnsOf = (customFields: CustomField[]): Column<UserRow>[] => [
  {
    ...plainColumn('person', 'text', 'name'),
    width: 240,
    render: (row) => (
      <>
        <span dir="auto">{displayName(row)}</span>
        {isBlocked(row.allowed_state) && (
          <span className="ms-2 text-xs">
            <BlockedBadge state={row.allowed_state} />
          </span>
        )}
      </>
    ),
  },
  {
    ...plainColumn('person', 'text', 'email_address'),
    width: 240,
    render: ({ email_address, email_suppressed_at }) => (
      <>
        <TextCell text={email_address} />
        {email_suppressed_at && <SuppressedBadge />}
      </>
    ),
  },
  ...TRAITS.flatMap(([kind, names]) => names.map((name) => traitColumn(kind, name))),
  ...FIELDS.flatMap(([group, kind, names]) => names.map((name) => plainColumn(group, kind, name))),
  {
    ...plainColumn('person', 'text', 'allowed_state'),
    width: 104,
    render: ({ allowed_state }) => <BlockedBadge state={allowed_state} />,
  },
  {
    ...plainColumn('staff', 'text', 'teams'),
    fields: [],
    includes: ['teams'],
    render: ({ links, related }) => (
      <TextCell
        text={links.teams.flatMap((id) => related.teams.get(id)?.name ?? []).join(', ') || null}
      />
    ),
    csv: 'links.teams.name',
  },
  {
    ...plainColumn('account', 'text', 'external_users'),
    fields: [],
    includes: ['external_users'],
    render: ({ links, related }) => (
      <TextCell
        text={
          links.external_users
            .flatMap((id) => related.externalUsers.get(id)?.external_id ?? [])
            .join(', ') || null
        }
      />
    ),
    csv: 'links.external_users.external_id',
  },
  { ...plainColumn('person', 'number', 'id'), fields: [] },
  ...customFields.map(externalColumn),
]

const NO_FIELDS: CustomField[] = []

function useUserColumns(): Column<UserRow>[] {
  const customFields = useQuery(customFieldsOf('external_users')).data ?? NO_FIELDS
  return useMemo(() => columnsOf(customFields), [customFields])
}

/** The API filters people by the fields of their external users and of their accounts. */
function useFilterFields(): CustomField[] {
  const own = useQuery(customFieldsOf('external_users')).data ?? NO_FIELDS
  const ofAccounts = useQuery(customFieldsOf('external_accounts')).data ?? NO_FIELDS
  return [...new Map([...own, ...ofAccounts].map((field) => [field.key, field])).values()]
}

const STATES = ['allowed', 'blocked'] as const

function useUserFilters(): Filter[] {
  const customFields = useFilterFields()
  const teams = useQuery(teamsQuery).data ?? []
  const segments = useQuery(segmentsQuery).data ?? []
  const label = (name: NamesOf<'people.filter'>) => t(`people.filter.${name}`)
  const choice = (name: NamesOf<'people.filter'>, options: Option[]): Filter => ({
    name,
    kind: 'choice',
    label: label(name),
    options,
  })
  return [
    choice(
      'allowed_state',
      STATES.map((id) => ({ id, label: t(`people.state.${id}`) })),
    ),
    { name: 'internal_user', kind: 'flag', label: label('internal_user') },
    {
      name: 'external_account',
      kind: 'search',
      collection: 'external_accounts',
      label: label('external_account'),
    },
    {
      name: 'suggestion',
      kind: 'search',
      collection: 'suggestions',
      label: label('suggestion'),
    },
    { name: 'feature', kind: 'search', collection: 'features', label: label('feature') },
    choice('segment', namedOptions(segments)),
    choice('team', namedOptions(teams)),
    {
      name: 'email_address',
      kind: 'text',
      label: label('email_address'),
      hint: t('list.filter.values_hint'),
    },
    { name: 'email_suppressed', kind: 'flag', label: label('email_suppressed') },
    ...numberFilters([
      ['supported_suggestions_count', t('people.column.supported_suggestions_count')],
      ['satisfaction_score', t('people.column.satisfaction_score')],
    ]),
    { name: 'import', kind: 'text', label: label('import'), hint: t('list.filter.values_hint') },
    ...customFields.map(customFilter),
  ]
}

const displayName = ({ id, name = '', email_address = '' }: UserRow) =>
  nameOf({ id, name, email_address })

const compact = (row: UserRow) => (
  <>
    <span dir="auto" className="block truncate">
      {displayName(row)}
    </span>
    <span className="flex gap-3 text-xs font-normal text-muted">
      <span className="min-w-0 truncate">{row.email_address}</span>
      {row.email_suppressed_at && <SuppressedBadge />}
      {isBlocked(row.allowed_state) && <BlockedBadge state={row.allowed_state} />}
    </span>
  </>
)

export const userList: ListDeclaration<UserRow> = {
  path: '/users',
  collection: 'users',
  address: usersAddress,
  icon: Users,
  texts: {
    title: 'shell.users',
    search: 'people.search',
    created: 'people.new',
    noMatch: 'people.no_match',
    empty: 'people.empty',
    emptyHint: 'people.empty_hint',
    record: 'people.open_record',
  },
  viewLabel: (name) => textOfValue(`people.view.${name}`, name),
  useColumns: useUserColumns,
  defaultColumns: [
    'name',
    'email_address',
    'traits_account_name',
    'traits_account_plan',
    'traits_account_monthly_rate',
    'supported_suggestions_count',
    'satisfaction_score',
    'last_login',
    'created_at',
    'allowed_state',
  ],
  defaultSort: '-created_at',
  useFilters: useUserFilters,
  fields: [
    'name',
    'email_address',
    'email_suppressed_at',
    'allowed_state',
    'is_owner',
    'permissions',
  ],
  includedFields: { teams: ['name'], external_users: ['external_id'] },
  toRows: (body) => {
    const related = {
      teams: byId<Team>(body.teams),
      externalUsers: byId<ExternalUser>(body.external_users),
    }
    return (body.users as User[]).map((user) => ({ ...user, related }))
  },
  nameOf: displayName,
  useCompact: () => compact,
  changedId: ({ collection, id }) => (collection === 'users' ? id : null),
  recordQuery: userQuery,
  Record: lazyPart(() => import('./record/user-record.tsx')),
  create: {
    role: 'admin',
    label: 'people.new_person',
    Dialog: lazyPart(() => import('./person-dialog.tsx')),
  },
  actions: { role: 'admin', Bar: BlockActions },
}
