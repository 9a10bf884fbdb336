// What sources share that are files or databases.
import type { Outgoing } from '../../core/outgoing.ts'
import { KINDS } from '../form.ts'
import { KeySet } from '../key-set.ts'
import { openFormFolder } from './form-folder.ts'
import { FormWriter } from './form-writer.ts'
import { addPictures } from './inline-pictures.ts'
import { createFileClient, type SourceClient } from './source-client.ts'
import { numberKeyOf, type SourceRecord, textOf } from './values.ts'

/** What says which account it is. */
export type FileOfAccount = Pick<FileSourceOptions, 'from' | 'account' | 'encoding'>

export type FileSourceOptions = {
  /** The file, the folder or the address. */
  from: string
  /** Of a database whose address has none. */
  password?: string | undefined
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
  /** For what somebody chose who does not operate the service: pictures and databases are reached through it. */
  outgoing?: Outgoing | undefined
  /** Only counts are wanted: nothing is fetched. */
  isLook?: boolean
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

/**
 * Writes the form of a file or a database, and returns its folder. It is read at once and again each time, so that there is nothing to
 * continue: what an earlier run wrote is replaced, and the loader skips what did not change.
 */
export async function writeForm(
  { folderOf, networks, outgoing, isLook, signal }: FileSourceOptions,
  { source, account }: { source: string; account: string },
  read: (form: FormWriter) => Promise<void>,
): Promise<string> {
  const path = folderOf(account)
  const folder = await openFormFolder({ path, source, account, base: null })
  try {
    for (const kind of KINDS) await folder.restart(kind, [kind])
    await folder.restart('left_out', ['left_out'])
    await folder.restart('pictures', [])
    const form = new FormWriter({ folder, signal, isPaged: false })
    await read(form)
    const { download } = createFileClient({ networks, ...(outgoing && { outgoing }), signal })
    if (!isLook) await addPictures({ folder, download, base: addressOf(account), signal })
    form.countAll()
    await folder.commit()
    await folder.finish(Date.now())
    return path
  } finally {
    await folder.close()
  }
}

/** Of an account that is named by it. */
const addressOf = (account: string): string | undefined => URL.parse(account)?.href
