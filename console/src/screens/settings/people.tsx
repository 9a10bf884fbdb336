// The people who can sign in, and those who are invited.
import type { Invitation } from '@earshot/client'
import { useQuery } from '@tanstack/react-query'
import {
  Ban,
  KeyRound,
  MonitorSmartphone,
  RotateCcw,
  ShieldCheck,
  ShieldOff,
  Trash2,
  UserPlus,
} from 'lucide-react'
import { useState } from 'react'
import { ROLES, type Role, useSession } from '../../api/session.ts'
import {
  installationQuery,
  invitationsQuery,
  invite,
  removeStaff,
  resendInvitation,
  revokeInvitation,
  type StaffMember,
  staffQuery,
  updateStaff,
} from '../../api/settings.ts'
import { Button } from '../../components/button.tsx'
import { ConfirmName } from '../../components/confirm-name.tsx'
import { Confirm, Dialog } from '../../components/dialog.tsx'
import { Select, TextField } from '../../components/fields.tsx'
import { FormDialog } from '../../components/form-dialog.tsx'
import { NothingHere } from '../../components/record/record-list.tsx'
import { Secret } from '../../components/secret.tsx'
import { Loaded } from '../../components/states.tsx'
import { Table } from '../../components/table.tsx'
import { formatAge, formatNumber, t } from '../../core/i18n.ts'
import { Badge, Named, Part, RowMenu, SectionBody } from './parts.tsx'
import {
  hasFactor,
  ResetFactorDialog,
  SecondFactorPolicy,
  SignInLinkDialog,
  shownName,
} from './people-access.tsx'
import { SessionsDialog } from './sessions-dialog.tsx'
import { useChange } from './use-change.ts'

type Asked =
  | { about: 'invite' }
  | {
      about: 'role' | 'sessions' | 'link' | 'factor' | 'disable' | 'remove'
      person: StaffMember
    }
  | { about: 'resend' | 'revoke'; invitation: Invitation }

export default function People() {
  const staff = useQuery(staffQuery)
  const invitations = useQuery(invitationsQuery)
  const [asked, setAsked] = useState<Asked>()
  return (
    <SectionBody
      title={t('settings.people')}
      hint={t('settings.people.hint')}
      actions={
        <Button look="primary" icon={UserPlus} onPress={() => setAsked({ about: 'invite' })}>
          {t('settings.people.invite')}
        </Button>
      }
    >
      <Loaded query={staff}>{(all) => <StaffTable staff={all} onAsk={setAsked} />}</Loaded>
      <Part title={t('settings.invitations')} hint={t('settings.invitations.hint')}>
        <Loaded query={invitations}>
          {(all) =>
            all.length === 0 ? (
              <NothingHere>{t('settings.invitations.empty')}</NothingHere>
            ) : (
              <InvitationTable invitations={all} onAsk={setAsked} />
            )
          }
        </Loaded>
      </Part>
      <Loaded query={staff}>{(all) => <SecondFactorPolicy staff={all} />}</Loaded>
      {asked && <Question asked={asked} onClose={() => setAsked(undefined)} />}
    </SectionBody>
  )
}

function StaffTable({ staff, onAsk }: { staff: StaffMember[]; onAsk: (asked: Asked) => void }) {
  const { user } = useSession()
  const { tryTo } = useChange('staff')
  return (
    <Table
      label={t('settings.people')}
      rows={staff}
      keyOf={({ id }) => id}
      isMuted={({ is_disabled }) => is_disabled}
      columns={[
        {
          id: 'name',
          label: t('settings.name'),
          render: (person) => (
            <Named
              name={person.name || person.email_address}
              badges={
                <>
                  {person.id === user.id && <Badge>{t('settings.people.you')}</Badge>}
                  {person.is_disabled && (
                    <Badge tone="danger">{t('settings.people.disabled')}</Badge>
                  )}
                </>
              }
            >
              {person.name && person.email_address}
            </Named>
          ),
        },
        {
          id: 'role',
          label: t('settings.role'),
          isShort: true,
          render: (person) => t(`shell.role.${person.role}`),
        },
        {
          id: 'login',
          label: t('settings.people.last_login'),
          isShort: true,
          render: ({ last_login }) => (last_login ? formatAge(last_login) : t('settings.never')),
        },
        {
          id: 'factor',
          label: t('settings.people.second_factor'),
          isShort: true,
          render: factorsOf,
        },
        {
          id: 'sessions',
          label: t('settings.sessions'),
          align: 'end',
          isShort: true,
          render: ({ sessions_count }) => formatNumber(sessions_count),
        },
      ]}
      actions={(person) => {
        const isOther = person.id !== user.id
        return (
          <RowMenu
            name={person.name || person.email_address}
            actions={[
              ...(isOther
                ? [
                    {
                      id: 'role',
                      label: t('settings.people.change_role'),
                      icon: ShieldCheck,
                      onAction: () => onAsk({ about: 'role' as const, person }),
                    },
                  ]
                : []),
              {
                id: 'sessions',
                label: t('settings.sessions'),
                icon: MonitorSmartphone,
                onAction: () => onAsk({ about: 'sessions', person }),
              },
              ...(isOther && !person.is_disabled
                ? [
                    {
                      id: 'link',
                      label: t('settings.people.create_link'),
                      icon: KeyRound,
                      onAction: () => onAsk({ about: 'link' as const, person }),
                    },
                  ]
                : []),
              ...(isOther && hasFactor(person)
                ? [
                    {
                      id: 'factor',
                      label: t('settings.people.reset_factor'),
                      icon: ShieldOff,
                      isDangerous: true,
                      onAction: () => onAsk({ about: 'factor' as const, person }),
                    },
                  ]
                : []),
              ...(isOther
                ? [
                    person.is_disabled
                      ? {
                          id: 'enable',
                          label: t('settings.people.enable'),
                          icon: RotateCcw,
                          onAction: () =>
                            tryTo(
                              () => updateStaff(person.id, { is_disabled: false }),
                              t('settings.people.was_enabled', { name: person.name }),
                            ),
                        }
                      : {
                          id: 'disable',
                          label: t('settings.people.disable'),
                          icon: Ban,
                          isDangerous: true,
                          onAction: () => onAsk({ about: 'disable' as const, person }),
                        },
                    {
                      id: 'remove',
                      label: t('settings.people.remove'),
                      icon: Trash2,
                      isDangerous: true,
                      onAction: () => onAsk({ about: 'remove' as const, person }),
                    },
                  ]
                : []),
            ]}
          />
        )
      }}
    />
  )
}

function factorsOf({ has_second_factor, passkeys_count }: StaffMember) {
  const factors = [
    ...(has_second_factor ? [t('settings.people.app')] : []),
    ...(passkeys_count > 0 ? [t('settings.people.passkeys', { count: passkeys_count })] : []),
  ]
  return factors.length > 0 ? (
    factors.join(', ')
  ) : (
    <span className="text-warning">{t('settings.people.no_factor')}</span>
  )
}

const InvitationTable = ({
  invitations,
  onAsk,
}: {
  invitations: Invitation[]
  onAsk: (asked: Asked) => void
}) => (
  <Table
    label={t('settings.invitations')}
    rows={invitations}
    keyOf={({ id }) => id}
    columns={[
      {
        id: 'email',
        label: t('settings.email'),
        render: ({ email, expires_at }) => (
          <Named
            name={email}
            badges={
              Date.parse(expires_at) < Date.now() && (
                <Badge tone="warning">{t('settings.expired')}</Badge>
              )
            }
          />
        ),
      },
      {
        id: 'role',
        label: t('settings.role'),
        isShort: true,
        render: ({ role }) => t(`shell.role.${role as Role}`),
      },
      {
        id: 'created',
        label: t('settings.invitations.sent'),
        isShort: true,
        render: ({ updated_at }) => formatAge(updated_at),
      },
      {
        id: 'expires',
        label: t('settings.expires'),
        isShort: true,
        render: ({ expires_at }) => formatAge(expires_at),
      },
    ]}
    actions={(invitation) => (
      <RowMenu
        name={invitation.email}
        actions={[
          {
            id: 'resend',
            label: t('settings.invitations.resend'),
            icon: RotateCcw,
            onAction: () => onAsk({ about: 'resend', invitation }),
          },
          {
            id: 'revoke',
            label: t('settings.invitations.revoke'),
            icon: Trash2,
            isDangerous: true,
            onAction: () => onAsk({ about: 'revoke', invitation }),
          },
        ]}
      />
    )}
  />
)

function Question({ asked, onClose }: { asked: Asked; onClose: () => void }) {
  switch (asked.about) {
    case 'invite':
      return <InviteDialog onClose={onClose} />
    case 'role':
      return <RoleDialog person={asked.person} onClose={onClose} />
    case 'sessions':
      return <SessionsDialog person={asked.person} onClose={onClose} />
    case 'link':
      return <SignInLinkDialog person={asked.person} onClose={onClose} />
    case 'factor':
      return <ResetFactorDialog person={asked.person} onClose={onClose} />
    case 'disable':
      return <DisableDialog person={asked.person} onClose={onClose} />
    case 'remove':
      return <RemoveDialog person={asked.person} onClose={onClose} />
    case 'resend':
      return <ResendDialog invitation={asked.invitation} onClose={onClose} />
    case 'revoke':
      return <RevokeDialog invitation={asked.invitation} onClose={onClose} />
  }
}

const roleOptions = () => ROLES.map((id) => ({ id, label: t(`shell.role.${id}`) }))

const RoleSelect = ({ role, onChange }: { role: Role; onChange: (role: Role) => void }) => (
  <div>
    <Select
      label={t('settings.role')}
      value={role}
      options={roleOptions()}
      onChange={(id) => onChange(id as Role)}
    />
    <p className="mt-1 text-sm text-muted">{t(`settings.role.${role}`)}</p>
  </div>
)

function InviteDialog({ onClose }: { onClose: () => void }) {
  const { run } = useChange('invitations')
  const [email, setEmail] = useState('')
  const [role, setRole] = useState<Role>('viewer')
  const [url, setUrl] = useState<string>()
  if (url !== undefined) return <LinkDialog email={email} url={url} onClose={onClose} />
  return (
    <FormDialog
      title={t('settings.people.invite')}
      onClose={onClose}
      submitLabel={t('settings.invitations.create')}
      isDirty={email !== ''}
      isIncomplete={email.trim() === ''}
      onSubmit={async () => {
        setUrl(await run(() => invite({ email: email.trim(), role })))
      }}
    >
      <TextField
        label={t('settings.email')}
        name="email"
        type="email"
        value={email}
        onChange={setEmail}
        maxLength={255}
        isRequired
        autoFocus
      />
      <RoleSelect role={role} onChange={setRole} />
    </FormDialog>
  )
}

function LinkDialog({ email, url, onClose }: { email: string; url: string; onClose: () => void }) {
  const hasMail = useQuery(installationQuery).data?.sign_in.mail
  return (
    <Dialog
      title={t('settings.invitations.link_for', { email })}
      isOpen
      onClose={onClose}
      actions={
        <Button look="primary" onPress={onClose}>
          {t('grid.columns.done')}
        </Button>
      }
    >
      <div className="space-y-3 text-sm">
        <p>
          {hasMail ? t('settings.invitations.mailed') : t('settings.invitations.not_mailed')}{' '}
          {t('settings.invitations.link_hint')}
        </p>
        <Secret label={t('settings.invitations.link')} value={url} />
      </div>
    </Dialog>
  )
}

function ResendDialog({ invitation, onClose }: { invitation: Invitation; onClose: () => void }) {
  const { run } = useChange('invitations')
  const [url, setUrl] = useState<string>()
  if (url !== undefined) return <LinkDialog email={invitation.email} url={url} onClose={onClose} />
  return (
    <FormDialog
      title={t('settings.invitations.resend')}
      onClose={onClose}
      submitLabel={t('settings.invitations.resend')}
      onSubmit={async () => {
        setUrl(await run(() => resendInvitation(invitation.id)))
      }}
    >
      <p>{t('settings.invitations.resend_hint', { email: invitation.email })}</p>
    </FormDialog>
  )
}

function RevokeDialog({
  invitation: { id, email },
  onClose,
}: {
  invitation: Invitation
  onClose: () => void
}) {
  const { tryTo } = useChange('invitations')
  return (
    <Confirm
      title={t('settings.invitations.revoke')}
      isOpen
      onClose={onClose}
      isDangerous
      confirmLabel={t('settings.invitations.revoke')}
      onConfirm={() => {
        tryTo(() => revokeInvitation(id), t('settings.invitations.revoked', { email }))
        onClose()
      }}
    >
      {t('settings.invitations.revoke_hint', { email })}
    </Confirm>
  )
}

function RoleDialog({ person, onClose }: { person: StaffMember; onClose: () => void }) {
  const { run } = useChange('staff', 'sessions')
  const [role, setRole] = useState<Role>(person.role)
  const name = shownName(person)
  return (
    <FormDialog
      title={t('settings.people.role_of', { name })}
      onClose={onClose}
      submitLabel={t('shell.save')}
      isIncomplete={role === person.role}
      onSubmit={async () => {
        const put = (next: Role) => () => updateStaff(person.id, { role: next })
        await run(
          put(role),
          t('settings.people.role_changed', { name, role: t(`shell.role.${role}`) }),
          put(person.role),
        )
        onClose()
      }}
    >
      <RoleSelect role={role} onChange={setRole} />
      <p className="text-sm text-muted">
        {t('settings.people.role_hint', { count: person.sessions_count })}
      </p>
    </FormDialog>
  )
}

function DisableDialog({ person, onClose }: { person: StaffMember; onClose: () => void }) {
  const { tryTo } = useChange('staff', 'sessions')
  const name = shownName(person)
  const put = (is_disabled: boolean) => () => updateStaff(person.id, { is_disabled })
  return (
    <Confirm
      title={t('settings.people.disable')}
      isOpen
      onClose={onClose}
      isDangerous
      confirmLabel={t('settings.people.disable')}
      onConfirm={() => {
        tryTo(put(true), t('settings.people.was_disabled', { name }), put(false))
        onClose()
      }}
    >
      {t('settings.people.disable_hint', { name, count: person.sessions_count })}
    </Confirm>
  )
}

function RemoveDialog({ person, onClose }: { person: StaffMember; onClose: () => void }) {
  const { run } = useChange('staff', 'sessions')
  const name = shownName(person)
  return (
    <ConfirmName
      title={t('settings.people.remove_of', { name })}
      name={name}
      confirmLabel={t('settings.people.remove')}
      onClose={onClose}
      onConfirm={async () => {
        await run(() => removeStaff(person), t('settings.people.was_removed', { name }))
        onClose()
      }}
    >
      <p>{t('settings.people.remove_hint', { name })}</p>
    </ConfirmName>
  )
}
