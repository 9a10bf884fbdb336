// People in a record: their picture and name.
import type { User } from '@earshot/client'
import { Link } from '@tanstack/react-router'
import { t } from '../core/i18n.ts'

export type Named = Pick<User, 'id' | 'name' | 'email_address'>

export const nameOf = (user: Named | undefined): string =>
  user?.name || user?.email_address || t('record.somebody')

/** The name, which leads to the person's own page. */
export const PersonLink = ({ user }: { user: Named | undefined }) =>
  user === undefined ? (
    nameOf(user)
  ) : (
    <Link
      to="/users/$id"
      params={{ id: String(user.id) }}
      dir="auto"
      className="[overflow-wrap:anywhere] hover:underline"
    >
      {nameOf(user)}
    </Link>
  )

/** Files of the service have its public address; the page may be open under another. */
export const pathOf = (url: string): string => new URL(url, location.origin).pathname

export const Avatar = ({ id, size = 24 }: { id: number | undefined; size?: number }) =>
  id === undefined ? null : (
    <img
      src={`/avatars/${id}`}
      alt=""
      width={size}
      height={size}
      loading="lazy"
      className="shrink-0 rounded-full bg-sunken"
    />
  )
