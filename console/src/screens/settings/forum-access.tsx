// Who may see, support, comment and suggest in a forum.
import type { Forum } from '@earshot/client'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { segmentsQuery } from '../../api/options.ts'
import {
  type ActionAccess,
  FORUM_ACTIONS,
  type ForumAccess,
  type ForumAction,
  forumAccessOf,
  TIERS,
  type Tier,
  updateForum,
} from '../../api/settings.ts'
import { Select } from '../../components/fields.tsx'
import { FormDialog } from '../../components/form-dialog.tsx'
import { useNamedOptions } from '../../components/named-records.ts'
import { RecordPicker } from '../../components/record-picker.tsx'
import { t } from '../../core/i18n.ts'
import { AddButton, Chips, type ChosenProps, ChosenRecords } from './chosen-records.tsx'
import { useChange } from './use-change.ts'

/** The tier of an action that uses the one of the installation. */
const DEFAULT = 'default'

export default function ForumAccessDialog({
  forum,
  onClose,
}: {
  forum: Forum
  onClose: () => void
}) {
  const { run } = useChange('forums')
  const before = forumAccessOf(forum)
  const [access, setAccess] = useState(before)
  const set = (action: ForumAction, change: Partial<ActionAccess>) =>
    setAccess({ ...access, [action]: { ...access[action], ...change } })
  const isDirty = JSON.stringify(access) !== JSON.stringify(before)
  return (
    <FormDialog
      title={t('settings.access.title', { name: forum.name })}
      onClose={onClose}
      onSubmit={async () => {
        const put = (to: ForumAccess) => () => updateForum(forum.id, { access: withoutUnused(to) })
        await run(put(access), t('settings.saved', { name: forum.name }), put(before))
        onClose()
      }}
      submitLabel={t('shell.save')}
      isDirty={isDirty}
      isIncomplete={!isDirty || FORUM_ACTIONS.some((action) => lacksPeople(action, access[action]))}
      width="medium"
    >
      <p className="text-muted">{t('settings.access.hint')}</p>
      {FORUM_ACTIONS.map((action) => (
        <ActionFields
          key={action}
          action={action}
          value={access[action]}
          onChange={(change) => set(action, change)}
        />
      ))}
    </FormDialog>
  )
}

/** Only invitations to see a forum exist. */
const lacksPeople = (action: ForumAction, { tier, segments, external_accounts }: ActionAccess) =>
  action !== 'see' && tier === 'chosen' && segments.length + external_accounts.length === 0

/** Another tier names nobody. */
const withoutUnused = (access: ForumAccess): ForumAccess =>
  Object.fromEntries(
    FORUM_ACTIONS.map((action) => [
      action,
      access[action].tier === 'chosen'
        ? access[action]
        : { tier: access[action].tier, segments: [], external_accounts: [] },
    ]),
  ) as ForumAccess

function ActionFields({
  action,
  value,
  onChange,
}: {
  action: ForumAction
  value: ActionAccess
  onChange: (change: Partial<ActionAccess>) => void
}) {
  const tiers = TIERS.map((tier) => ({ id: tier as string, label: labelOf(action, tier) }))
  const inherited = { id: DEFAULT, label: t('settings.access.tier.default') }
  return (
    <div className="space-y-2">
      <Select
        label={t(`settings.access.${action}`)}
        options={action === 'see' ? tiers : [inherited, ...tiers]}
        value={value.tier ?? DEFAULT}
        onChange={(tier) => onChange({ tier: tier === DEFAULT ? null : (tier as Tier) })}
      />
      {value.tier === 'chosen' && (
        <div className="space-y-3 border-border border-s-2 ps-3">
          <Segments ids={value.segments} onChange={(segments) => onChange({ segments })} />
          <Accounts
            ids={value.external_accounts}
            onChange={(external_accounts) => onChange({ external_accounts })}
          />
          <p className="text-muted text-xs">
            {t(action === 'see' ? 'settings.access.invited' : 'settings.access.needs_people')}
          </p>
        </div>
      )}
    </div>
  )
}

const labelOf = (action: ForumAction, tier: Tier): string =>
  tier === 'everyone' && action !== 'see'
    ? t('settings.access.tier.guests')
    : t(`settings.access.tier.${tier}`)

type IdsProps = Pick<ChosenProps, 'ids' | 'onChange'>

function Segments(chosen: IdsProps) {
  const { data: segments = [] } = useQuery(segmentsQuery)
  return (
    <ChosenRecords
      label={t('settings.access.segments')}
      addLabel={t('settings.access.add_segment')}
      records={segments}
      {...chosen}
    />
  )
}

function Accounts({ ids, onChange }: IdsProps) {
  const named = useNamedOptions('external_accounts', ids.map(String))
  const nameOf = (id: number) => named.find((one) => one.id === String(id))?.label ?? `#${id}`
  return (
    <Chips label={t('settings.access.accounts')} ids={ids} nameOf={nameOf} onChange={onChange}>
      <RecordPicker
        collection="external_accounts"
        label={t('settings.access.add_account')}
        exclude={ids}
        onPick={(id) => onChange([...ids, id])}
      >
        <AddButton label={t('settings.access.add_account')} />
      </RecordPicker>
    </Chips>
  )
}
