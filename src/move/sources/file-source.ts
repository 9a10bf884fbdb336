// What sources share that are files or databases.
import { KeySet } from '../key-set.ts'
import type { FormWriter } from './form-writer.ts'
import type { SourceClient } from './source-client.ts'
import { numberKeyOf, type SourceRecord, textOf } from './values.ts'

export type FileSourceOptions = {
  /** The file, the folder or the address. */
  from: string
  /** The folder of the form, which depends on the account. */
  folderOf(account: string): string
  /** Names the account where the source does not. */
  account?: string | undefined
  /** Of CSV. Detected where absent. */
  encoding?: string | undefined
  /** Of the API that has what the file lacks. */
  client?: SourceClient | undefined
  /** OUTGOING_NETWORKS: for pictures of texts. */
  networks: readonly string[]
  signal: AbortSignal
  /** Of requests to the API. */
  progress(read: number, total: number): void
}

type Rows = AsyncIterable<SourceRecord>

/** Votes, and those who follow a post. `followers` reads these rows each time. */
export async function addVotes(
  form: FormWriter,
  votes: Rows,
  followers: () => Rows,
): Promise<void> {
  const following = new KeySet()
  for await (const { post_id, user_id } of followers()) following.add(`${post_id} ${user_id}`)
  for await (const { post_id, user_id, created_at } of votes)
    form.add('supporters', {
      suggestion: numberKeyOf(post_id),
      user: numberKeyOf(user_id),
      is_subscribed: following.has(`${post_id} ${user_id}`),
      created_at: textOf(created_at),
    })
  for await (const { post_id, user_id } of followers())
    form.addFollower(numberKeyOf(post_id), numberKeyOf(user_id))
}
