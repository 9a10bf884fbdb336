// People.
import { type RawBuilder, sql } from 'kysely'

/**
 * Two CTEs, of which `author` holds the id of the person with this address, whatever its case; made when there is
 * none, and nobody is notified. It is empty when another transaction made the person after the statement began.
 */
export const authorCtes = (email: string, name = ''): RawBuilder<unknown> => sql`
  new_author as (
    insert into users (email_address, name) values (${email}, ${name})
    on conflict (lower(email_address)) do nothing
    returning id
  ), author as (
    select id from new_author
    union all select id from users where lower(email_address) = lower(${email}) limit 1
  ),`
