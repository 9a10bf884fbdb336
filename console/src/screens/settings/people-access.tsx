// The way back in for people who lost theirs, and which roles need a second factor.
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ROLES, type Role, useSession } from '../../api/session.ts'
import {
  createSignInLink,
  requireSecondFactor,
  resetSecondFactor,
  rolesQuery,
  type StaffMember,
} from '../../api/settings.ts'
import { Button } from '../../components/button.tsx'
import { Confirm, Dialog } from '../../components/dialog.tsx'
import { Checkbox } from '../../components/fields.tsx'
import { FormDialog } from '../../components/form-dialog.tsx'
import { Secret } from '../../components/secret.tsx'
import { Loaded } from '../../components/states.tsx'
import { t } from '../../core/i18n.ts'
import { Part } from './parts.tsx'
import { useChange } from './use-change.ts'

export const shownName = ({ name, email_address }: StaffMember) => name || email_address

export const hasFactor = ({ has_second_factor, passkeys_count }: StaffMember) =>
  has_second_factor || passkeys_count > 0

export function SignInLinkDialog({
  person,
  onClose,
}: {
  person: StaffMember
  onClose: () => void
}) {
  const [url, setUrl] = useState<string>()
  const name = shownName(person)
  const title = t('settings.people.link_for', { name })
  if (url === undefined)
    return (
      <FormDialog
        title={title}
        onClose={onClose}
        submitLabel={t('settings.people.create_link')}
        onSubmit={async () => setUrl(await createSignInLink(person.id))}
      >
        <p className="text-sm">{t('settings.people.link_explained', { name })}</p>
      </FormDialog>
    )
  return (
    <Dialog
      title={title}
      isOpen
      onClose={onClose}
      actions={
        <Button look="primary" onPress={onClose}>
          {t('grid.columns.done')}
        </Button>
      }
    >
      <div className="space-y-3 text-sm">
        <p>{t('settings.people.link_hint', { name })}</p>
        <Secret label={t('settings.invitations.link')} value={url} />
      </div>
    </Dialog>
  )
}

export function ResetFactorDialog({
  person,
  onClose,
}: {
  person: StaffMember
  onClose: () => void
}) {
  const { tryTo } = useChange('staff', 'sessions')
  const name = shownName(person)
  return (
    <Confirm
      title={t('settings.people.reset_factor_of', { name })}
      isOpen
      onClose={onClose}
      isDangerous
      confirmLabel={t('settings.people.reset_factor')}
      onConfirm={() => {
        tryTo(() => resetSecondFactor(person.id), t('settings.people.factor_was_reset', { name }))
        onClose()
      }}
    >
      <div className="space-y-2 text-sm">
        <p>{t('settings.people.reset_factor_hint', { name, count: person.passkeys_count })}</p>
        {!person.has_password && <p>{t('settings.people.reset_needs_link', { name })}</p>}
      </div>
    </Confirm>
  )
}

/** Which roles must have a second factor, and how many people of each still lack one. */
export function SecondFactorPolicy({ staff }: { staff: StaffMember[] }) {
  const roles = useQuery(rolesQuery)
  const { tryTo } = useChange('roles', 'staff')
  const { user } = useSession()
  const [asked, setAsked] = useState<Role[]>()
  const set = (names: Role[], isRequired: boolean) =>
    tryTo(
      () => requireSecondFactor(names, isRequired),
      t(isRequired ? 'settings.factor.now_required' : 'settings.factor.not_required', {
        roles: names.map((name) => t(`shell.role.${name}`)).join(', '),
      }),
    )
  const lacking = (names: readonly Role[]) =>
    staff.filter(
      (person) => names.includes(person.role) && !hasFactor(person) && !person.is_disabled,
    )
  // People who lack one can do nothing else until they have it: ask first.
  const change = (names: Role[], isRequired: boolean) =>
    isRequired && lacking(names).length > 0 ? setAsked(names) : set(names, isRequired)
  return (
    <Part title={t('settings.factor')} hint={t('settings.factor.hint')}>
      <Loaded query={roles}>
        {({ roles: all }) => {
          const required = all.filter((role) => role.requires_second_factor).map(({ name }) => name)
          const open = ROLES.filter((name) => !required.includes(name))
          return (
            <fieldset className="space-y-2 text-sm">
              <legend className="sr-only">{t('settings.factor')}</legend>
              <Checkbox
                label={t('settings.factor.all')}
                isSelected={open.length === 0}
                isIndeterminate={required.length > 0 && open.length > 0}
                onChange={(isOn) => (isOn ? change([...open], true) : change([...ROLES], false))}
              />
              {ROLES.map((name) => {
                const count = lacking([name]).length
                return (
                  <div key={name} className="ms-6 flex flex-wrap items-baseline gap-x-3">
                    <Checkbox
                      label={t(`shell.role.${name}`)}
                      isSelected={required.includes(name)}
                      onChange={(isOn) => change([name], isOn)}
                    />
                    {count > 0 && (
                      <span className="text-xs text-muted">
                        {t('settings.factor.lacking', { count })}
                      </span>
                    )}
                  </div>
                )
              })}
            </fieldset>
          )
        }}
      </Loaded>
      {asked && (
        <Confirm
          title={t('settings.factor.ask')}
          isOpen
          onClose={() => setAsked(undefined)}
          confirmLabel={t('settings.factor.require')}
          onConfirm={() => {
            set(asked, true)
            setAsked(undefined)
          }}
        >
          <div className="space-y-2 text-sm">
            <p>{t('settings.factor.ask_hint', { count: lacking(asked).length })}</p>
            {lacking(asked).some(({ id }) => id === user.id) && (
              <p>{t('settings.factor.ask_you')}</p>
            )}
          </div>
        </Confirm>
      )}
    </Part>
  )
}
