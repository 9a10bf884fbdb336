// The list of accounts.
import type { CustomField, ExternalAccount } from '@earshot/client'
import { useQuery } from '@tanstack/react-query'
import { Building2 } from 'lucide-react'
import { useMemo } from 'react'
import { customFieldsOf, segmentsQuery } from '../../api/options.ts'
import { accountQuery } from '../../api/people.ts'
import { accountName } from '../../components/account.tsx'
import type { CellKind } from '../../components/grid/cells.tsx'
import type { Column } from '../../components/grid/column.ts'
import { customColumn, fieldColumn } from '../../components/grid/field-column.tsx'
import { lazyPart } from '../../components/lazy-part.ts'
import type { ListDeclaration } from '../../components/list/declaration.ts'
import {
  customFilter,
  type Filter,
  namedOptions,
  numberFilters,
} from '../../components/list/filters/filter.ts'
import { formatAmount, type NamesOf, t } from '../../core/i18n.ts'
import { accountsAddress, accountsOrder } from './search.ts'

type AccountRow = Pick<ExternalAccount, 'id'> & Partial<ExternalAccount>

type ColumnName = NamesOf<'accounts.column'>
type GroupName = NamesOf<'accounts.columns'>
const groupOf = (group: GroupName) => t(`accounts.columns.${group}`)

/** They are columns and filters. */
const AMOUNTS = ['mrr', 'ltv'] as const
const NUMBERS = ['users_count', 'supported_ideas_count', 'requests_count', 'nps'] as const

const FIELDS: [group: GroupName, kind: CellKind, names: ColumnName[]][] = [
  ['account', 'text', ['plan']],
  ['revenue', 'amount', [...AMOUNTS]],
  ['activity', 'number', [...NUMBERS]],
  ['activity', 'time', ['last_active_at', 'external_created_at', 'created_at', 'updated_at']],
  ['account', 'text', ['external_id']],
]

const plainColumn = (group: GroupName, kind: CellKind, id: ColumnName): Column<AccountRow> =>
  fieldColumn({ id, kind, group: groupOf(group), label: t(`accounts.column.${id}`), canSort: true })

const columnsOf = (customFields: CustomField[]): Column<AccountRow>[] => [
  {
    ...plainColumn('account', 'text', 'name'),
    width: 260,
    render: (row) => <span dir="auto">{accountName(row)}</span>,
  },
  ...FIELDS.flatMap(([group, kind, names]) => names.map((name) => plainColumn(group, kind, name))),
  { ...plainColumn('account', 'number', 'id'), fields: [] },
  ...customFields.map((field) => customColumn<AccountRow>(field, groupOf('custom'))),
]

const NO_FIELDS: CustomField[] = []
const useAccountFields = (): CustomField[] =>
  useQuery(customFieldsOf('external_accounts')).data ?? NO_FIELDS

function useAccountColumns(): Column<AccountRow>[] {
  const customFields = useAccountFields()
  return useMemo(() => columnsOf(customFields), [customFields])
}

function useAccountFilters(): Filter[] {
  const customFields = useAccountFields()
  const segments = useQuery(segmentsQuery).data ?? []
  return [
    {
      name: 'suggestion',
      kind: 'search',
      collection: 'suggestions',
      label: t('accounts.filter.suggestion'),
    },
    {
      name: 'feature',
      kind: 'search',
      collection: 'features',
      label: t('accounts.filter.feature'),
    },
    {
      name: 'segment',
      kind: 'choice',
      label: t('accounts.filter.segment'),
      options: namedOptions(segments),
    },
    {
      name: 'external_id',
      kind: 'text',
      label: t('accounts.filter.external_id'),
      hint: t('list.filter.values_hint'),
    },
    ...numberFilters([
      ...AMOUNTS.map((name) => [name, t(`accounts.column.${name}`), true] as const),
      ...NUMBERS.map((name) => [name, t(`accounts.column.${name}`)] as const),
    ]),
    ...customFields.map(customFilter),
  ]
}

const compact = (row: AccountRow) => (
  <>
    <span dir="auto" className="block truncate">
      {accountName(row)}
    </span>
    <span className="flex gap-3 text-xs font-normal text-muted">
      {row.plan && <span className="min-w-0 truncate">{row.plan}</span>}
      {row.mrr != null && (
        <span className="tabular-nums">
          {t('accounts.mrr_per_month', { amount: formatAmount(row.mrr) })}
        </span>
      )}
    </span>
  </>
)

export const accountList: ListDeclaration<AccountRow> = {
  path: '/accounts',
  collection: 'external_accounts',
  address: accountsAddress,
  icon: Building2,
  texts: {
    title: 'shell.accounts',
    search: 'accounts.search',
    created: 'accounts.new',
    noMatch: 'accounts.no_match',
    empty: 'accounts.empty',
    emptyHint: 'accounts.empty_hint',
    record: 'accounts.open_record',
  },
  viewLabel: () => t('accounts.view.all'),
  useColumns: useAccountColumns,
  defaultColumns: [
    'name',
    'plan',
    'mrr',
    'ltv',
    'users_count',
    'supported_ideas_count',
    'requests_count',
    'nps',
    'last_active_at',
    'external_created_at',
  ],
  ...accountsOrder,
  useFilters: useAccountFilters,
  fields: ['name', 'external_id', 'plan', 'mrr'],
  includedFields: {},
  toRows: (body) => body.external_accounts as ExternalAccount[],
  nameOf: accountName,
  useCompact: () => compact,
  changedId: ({ collection, id }) => (collection === 'external_accounts' ? id : null),
  recordQuery: accountQuery,
  Record: lazyPart(() => import('./account-record.tsx')),
  create: {
    role: 'admin',
    label: 'accounts.new_account',
    Dialog: lazyPart(() => import('./account-dialog.tsx')),
  },
}
