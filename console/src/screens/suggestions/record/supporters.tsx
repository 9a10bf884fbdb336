// Who supports the suggestion, and what they pay.
import type { ExternalAccount, Supporter, User } from '@earshot/client'
import { UserPlus, X } from 'lucide-react'
import { useState } from 'react'
import { undoLatest } from '../../../api/recent-changes.ts'
import { addSupporter, removeSupporter } from '../../../api/suggestion-writes.ts'
import {
  type SupporterSort,
  supportersQuery,
  supportingAccountsQuery,
} from '../../../api/suggestions.ts'
import { AccountLink } from '../../../components/account.tsx'
import { Button, IconButton } from '../../../components/button.tsx'
import { Select } from '../../../components/fields.tsx'
import { Avatar, nameOf, PersonLink } from '../../../components/person.tsx'
import { PersonPicker } from '../../../components/person-picker.tsx'
import { NothingHere, RecordList } from '../../../components/record/record-list.tsx'
import { reportFailure } from '../../../components/report-failure.ts'
import { notify } from '../../../components/toasts.tsx'
import { notifyDone } from '../../../components/undo.ts'
import { formatAge, formatMonthly, formatTime, t } from '../../../core/i18n.ts'
import { useRecord } from './context.ts'

const ORDERS = ['-created_at', 'created_at', 'accounts'] as const
type Order = (typeof ORDERS)[number]

export function Supporters() {
  const { can } = useRecord()
  const [order, setOrder] = useState<Order>('-created_at')
  return (
    <div className="space-y-2">
      <div className="flex flex-wrap items-center gap-2">
        <div className="w-56">
          <Select
            label={t('record.order')}
            isLabelHidden
            options={ORDERS.map((id) => ({ id, label: t(`record.order.${id}`) }))}
            value={order}
            onChange={(id) => setOrder(id as Order)}
          />
        </div>
        <span className="flex-1" />
        {can.canContribute && <AddSupporter />}
      </div>
      {order === 'accounts' ? <Accounts /> : <People sort={order} />}
    </div>
  )
}

function AddSupporter() {
  const { id, can, refresh } = useRecord()
  const add = async (user: number) => {
    const supporter = await addSupporter({
      channel: 'admin',
      links: { suggestion: id, user },
    })
    refresh()
    if (!supporter) notify({ message: t('record.already_supporter') })
    else
      notifyDone(t('record.supporter_added'), async () => {
        await undoLatest(can.userId, 'supporters', [supporter.id])
        refresh()
      })
  }
  return (
    <PersonPicker
      label={t('record.find_person')}
      onPick={(user) => void add(user).catch(reportFailure)}
      canCreate
    >
      <Button icon={UserPlus}>{t('record.add_supporter')}</Button>
    </PersonPicker>
  )
}

function People({ sort }: { sort: SupporterSort }) {
  const { id } = useRecord()
  return (
    <RecordList
      label={t('record.supporters')}
      query={supportersQuery(id, sort)}
      items={(pages) =>
        pages.flatMap(({ supporters, users = [] }) =>
          supporters.map((supporter) => ({
            supporter,
            user: users.find((one) => one.id === supporter.links.user),
          })),
        )
      }
      keyOf={({ supporter }) => supporter.id}
      empty={<NothingHere>{t('record.no_supporters')}</NothingHere>}
    >
      {(item) => <SupporterItem {...item} />}
    </RecordList>
  )
}

/** What the API knows of the person's account. */
type Traits = {
  account_id?: number | null
  account_name?: string | null
  account_plan?: string | null
  account_monthly_rate?: number | null
}

function SupporterItem({ supporter, user }: { supporter: Supporter; user: User | undefined }) {
  const { can, refresh } = useRecord()
  const traits = (supporter.traits ?? {}) as Traits
  const canRemove = can.isAdmin || (can.canContribute && supporter.links.created_by === can.userId)
  const remove = async () => {
    await removeSupporter(supporter.id)
    refresh()
    notifyDone(t('record.supporter_removed', { name: nameOf(user) }), async () => {
      await undoLatest(can.userId, 'supporters', [supporter.id])
      refresh()
    })
  }
  const how = t(supporter.how === 'feedback' ? 'record.how.feedback' : 'record.how.vote')
  return (
    <div className="flex items-center gap-2 py-1.5 text-sm">
      <Avatar id={supporter.links.user} size={28} />
      <div className="min-w-0 flex-1">
        <p className="truncate">
          <span dir="auto" className="font-medium">
            <PersonLink user={user} />
          </span>{' '}
          <span className="text-muted">{user?.email_address}</span>
        </p>
        <p className="truncate text-xs text-muted">
          {traits.account_id == null ? (
            t('record.no_account')
          ) : (
            <>
              <AccountLink account={{ id: traits.account_id, name: traits.account_name ?? null }} />
              {traits.account_plan && ` · ${traits.account_plan}`}
            </>
          )}
        </p>
      </div>
      <div className="shrink-0 text-end">
        <p className="tabular-nums" title={t('record.mrr')}>
          {traits.account_monthly_rate == null ? (
            <span className="text-muted">–</span>
          ) : (
            formatMonthly(traits.account_monthly_rate)
          )}
        </p>
        <p className="text-xs text-muted">
          {how},{' '}
          <time dateTime={supporter.created_at} title={formatTime(supporter.created_at)}>
            {formatAge(supporter.created_at)}
          </time>
        </p>
      </div>
      {canRemove && (
        <IconButton
          icon={X}
          label={t('record.remove_supporter', { name: nameOf(user) })}
          onPress={() => void remove().catch(reportFailure)}
        />
      )}
    </div>
  )
}

function Accounts() {
  const { id } = useRecord()
  return (
    <RecordList
      label={t('record.accounts')}
      query={supportingAccountsQuery(id)}
      items={(pages) => pages.flatMap(({ external_accounts }) => external_accounts)}
      keyOf={({ id: one }) => one}
      empty={<NothingHere>{t('record.no_accounts')}</NothingHere>}
    >
      {(account) => <AccountItem account={account} />}
    </RecordList>
  )
}

const AccountItem = ({ account }: { account: ExternalAccount }) => (
  <div className="flex items-center gap-3 py-2 text-sm">
    <div className="min-w-0 flex-1">
      <p dir="auto" className="truncate font-medium">
        <AccountLink account={account} />
      </p>
      <p className="text-xs text-muted">{account.plan ?? t('record.no_plan')}</p>
    </div>
    <p className="shrink-0 text-end tabular-nums">
      {account.mrr === null ? '–' : formatMonthly(account.mrr)}
      <span className="block text-xs text-muted">{t('record.mrr')}</span>
    </p>
  </div>
)
