// What sources share that are files or databases.
import type { KeySet } from '../key-set.ts'
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

/** Votes of rows, with those who follow a post: keys of post and person. Here only people who voted follow one. */
export async function addVotes(
  form: FormWriter,
  rows: AsyncIterable<SourceRecord>,
  followers: KeySet,
): Promise<void> {
  let matched = 0
  for await (const { post_id, user_id, created_at } of rows) {
    const isSubscribed = followers.has(`${post_id} ${user_id}`)
    if (isSubscribed) matched++
    form.add('supporters', {
      suggestion: numberKeyOf(post_id),
      user: numberKeyOf(user_id),
      is_subscribed: isSubscribed,
      created_at: textOf(created_at),
    })
  }
  if (followers.size > matched)
    form.leaveOut(
      'supporters',
      undefined,
      `${followers.size - matched} people follow a post that they did not vote for. There is no place for that.`,
    )
}
