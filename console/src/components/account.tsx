// An account in a record of something else.
import type { ExternalAccount } from '@earshot/client'
import { Link } from '@tanstack/react-router'

type Named = Pick<ExternalAccount, 'id'> & Partial<Pick<ExternalAccount, 'name' | 'external_id'>>

export const accountName = ({ id, name, external_id }: Named): string =>
  name || external_id || `#${id}`

/** Leads to the account's own page. */
export const AccountLink = ({ account }: { account: Named }) => (
  <Link
    to="/accounts/$id"
    params={{ id: String(account.id) }}
    dir="auto"
    className="hover:underline"
  >
    {accountName(account)}
  </Link>
)
