// Who is invited to a forum: addresses that see it once somebody signs in with them.
import type { Forum, ForumInvitation } from '@earshot/client'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useHasMail } from '../../api/installation-settings.ts'
import {
  forumAccessOf,
  forumInvitationsQuery,
  inviteToForum,
  withdrawForumInvitation,
} from '../../api/settings.ts'
import { Button } from '../../components/button.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { TextField } from '../../components/fields.tsx'
import { ConfirmDiscard, Form } from '../../components/form.tsx'
import { isEmail } from '../../components/person-picker.tsx'
import { NothingHere } from '../../components/record/record-list.tsx'
import { ShowMore } from '../../components/show-more.tsx'
import { Loaded } from '../../components/states.tsx'
import { formatAge, t } from '../../core/i18n.ts'
import { Named } from './parts.tsx'
import { useChange } from './use-change.ts'

/** Of the API. */
const MAX_ADDRESSES = 1000
const MAX_SHOWN = 3

const NOTHING = { addresses: '', subject: '', message: '' }

export default function ForumInvitationsDialog({
  forum,
  onClose,
}: {
  forum: Forum
  onClose: () => void
}) {
  const [values, setValues] = useState(NOTHING)
  const [isAsked, setAsked] = useState(false)
  const isDirty = Object.values(values).some((value) => value.trim() !== '')
  return (
    <>
      <Dialog
        title={t('settings.access.invitations.title', { name: forum.name })}
        isOpen
        onClose={() => (isDirty ? setAsked(true) : onClose())}
        width="medium"
      >
        <div className="space-y-6">
          <InvitationForm
            forum={forum}
            values={values}
            isDirty={isDirty}
            onChange={(change) => setValues({ ...values, ...change })}
            onDone={() => setValues(NOTHING)}
          />
          <Invitations forum={forum} />
        </div>
      </Dialog>
      <ConfirmDiscard isOpen={isAsked} onClose={() => setAsked(false)} onConfirm={onClose} />
    </>
  )
}

function InvitationForm({
  forum,
  values: { addresses, subject, message },
  isDirty,
  onChange,
  onDone,
}: {
  forum: Forum
  values: typeof NOTHING
  isDirty: boolean
  onChange: (change: Partial<typeof NOTHING>) => void
  onDone: () => void
}) {
  const hasMail = useHasMail()
  const { run } = useChange('forum_invitations')
  const emails = toAddresses(addresses)
  const wrong = emails.filter((email) => !isEmail(email))
  const invite = async () => {
    const body = {
      email: emails,
      ...(subject.trim() && { subject: subject.trim() }),
      ...(message.trim() && { message: message.trim() }),
      links: { forum: forum.id },
    }
    const done = t('settings.access.invitations.done', { count: emails.length })
    await run(() => inviteToForum(body), done)
    onDone()
  }
  return (
    <Form
      onSubmit={invite}
      submitLabel={t('settings.access.invitations.invite')}
      isDirty={isDirty}
      isIncomplete={emails.length === 0 || emails.length > MAX_ADDRESSES || wrong.length > 0}
    >
      <p className="text-muted">
        {t(
          forumAccessOf(forum).see.tier === 'chosen'
            ? 'settings.access.invitations.hint'
            : 'settings.access.invitations.not_needed',
        )}
      </p>
      <TextField
        label={t('settings.access.invitations.addresses')}
        description={t('settings.access.invitations.addresses.hint', { count: emails.length })}
        name="email"
        value={addresses}
        onChange={(text) => onChange({ addresses: text })}
        rows={3}
        isRequired
        autoFocus
      />
      {wrong.length > 0 && !isTyped(addresses, wrong) && (
        <p role="alert" className="text-danger text-sm">
          {t('settings.access.invitations.not_addresses', {
            list: wrong.slice(0, MAX_SHOWN).join(', ') + (wrong.length > MAX_SHOWN ? ' …' : ''),
          })}
        </p>
      )}
      {emails.length > MAX_ADDRESSES && (
        <p role="alert" className="text-danger text-sm">
          {t('settings.access.invitations.too_many')}
        </p>
      )}
      {hasMail ? (
        <>
          <TextField
            label={t('settings.access.invitations.subject')}
            description={t('settings.access.invitations.optional')}
            name="subject"
            value={subject}
            onChange={(text) => onChange({ subject: text })}
            maxLength={255}
          />
          <TextField
            label={t('settings.access.invitations.message')}
            description={t('settings.access.invitations.optional')}
            name="message"
            value={message}
            onChange={(text) => onChange({ message: text })}
            rows={3}
            maxLength={10_000}
          />
        </>
      ) : (
        <p className="rounded border border-border bg-sunken p-3 text-sm">
          {t('settings.access.invitations.no_mail')}
        </p>
      )}
    </Form>
  )
}

/** Each once, as people paste them from a list or from a mail program: `Ann <ann@example.com>, ben@example.com`. */
const toAddresses = (text: string): string[] => [
  ...new Set(
    text
      .replace(/"[^"\n]*"|[^<>,;\n]*(?=<)/g, ' ')
      .split(/[\s,;<>]+/)
      .filter(Boolean),
  ),
]

/** The last address is not complete while it is typed. */
const isTyped = (text: string, [first, ...others]: string[]) =>
  others.length === 0 && first !== undefined && text.endsWith(first)

function Invitations({ forum }: { forum: Forum }) {
  const invitations = useInfiniteQuery(forumInvitationsQuery(forum.id))
  const { tryTo } = useChange('forum_invitations')
  const withdraw = ({ id, email }: ForumInvitation) =>
    tryTo(() => withdrawForumInvitation(id), t('settings.access.invitations.withdrawn', { email }))
  return (
    <section className="space-y-2">
      <h3 className="font-semibold">{t('settings.access.invitations.list')}</h3>
      <Loaded query={invitations}>
        {({ pages }) => {
          const all = pages.flatMap(({ forum_invitations }) => forum_invitations)
          return all.length === 0 ? (
            <NothingHere>{t('settings.access.invitations.none')}</NothingHere>
          ) : (
            <>
              <ul className="divide-y divide-border">
                {all.map((invitation) => (
                  <li key={invitation.id} className="flex items-center gap-3 py-2">
                    <div className="min-w-0 flex-1">
                      <Named name={invitation.email}>{stateOf(invitation)}</Named>
                    </div>
                    <Button
                      aria-label={t('settings.access.invitations.withdraw_of', {
                        email: invitation.email,
                      })}
                      onPress={() => withdraw(invitation)}
                    >
                      {t('settings.access.invitations.withdraw')}
                    </Button>
                  </li>
                ))}
              </ul>
              {invitations.hasNextPage && <ShowMore query={invitations} />}
            </>
          )
        }}
      </Loaded>
    </section>
  )
}

const stateOf = ({ claimed_at, created_at }: ForumInvitation) =>
  claimed_at === null
    ? t('settings.access.invitations.waiting', { age: formatAge(created_at) })
    : t('settings.access.invitations.claimed', { age: formatAge(claimed_at) })
