// What the ZIP of Quackback lacks and its API has: which posts are merged, and the changes of their statuses.
import { KeySet } from '../key-set.ts'
import { checkAnswer, nestedPages, readSteps, type SourcePage, type Step } from './api-reader.ts'
import type { FormFolder, LeftOut } from './form-folder.ts'
import type { FormWriter } from './form-writer.ts'
import { type SourceClient, SourceError } from './source-client.ts'
import { isRecord, recordOf, recordsOf, type SourceRecord, textOf } from './values.ts'

const PAGE_SIZE = 100
const GONE = 'it is gone meanwhile. It comes as it is in the export.'
/** The API gives no more of a post. */
const MAX_ACTIVITIES = 200
/** What was asked, and of which export. */
const FILES = {
  export: 'asked_export',
  listed: 'listed',
  merged: 'merged',
  changes: 'changes',
  /** For the report, which begins anew with each run. */
  notes: 'notes_of_api',
}

export type History = {
  /** By post: the one that it was merged into. */
  merged: Map<string, string>
  /** Changes of statuses, with the post, in the order of time. */
  changes: SourceRecord[]
}

export type HistoryOptions = {
  client: SourceClient
  form: FormWriter
  posts: string[]
  /** Tells the export from others. What was asked for it is not asked again. */
  fingerprint: string
  signal: AbortSignal
  progress(read: number, total: number): void
}

export async function readHistory(options: HistoryOptions): Promise<History> {
  const { client, form, posts, fingerprint, signal, progress } = options
  const { folder } = form
  const steps = stepsOf(client, folder, posts)
  const [known] = await folder.read<{ fingerprint: string }>(FILES.export)
  if (known?.fingerprint !== fingerprint) {
    for (const { name } of steps) await folder.restart(name, Object.values(FILES))
    folder.add(FILES.export, { fingerprint })
  }
  await readSteps({ pageSize: PAGE_SIZE, steps, form, signal, progress })
  for (const { kind, key, reason } of await folder.read<LeftOut>(FILES.notes))
    form.leaveOut(kind, key, reason)
  const merged = await folder.read<{ from: string; to: string }>(FILES.merged)
  return {
    merged: new Map(merged.map(({ from, to }) => [from, to])),
    changes: await form.readByTime(FILES.changes, 'createdAt'),
  }
}

function stepsOf(client: SourceClient, folder: FormFolder, posts: string[]): Step[] {
  const note = (one: LeftOut) => folder.add(FILES.notes, one)
  const addressOf = (path: string) => `${client.origin}/api/v1/posts${path}`
  const hasList = ({ data }: SourceRecord) => Array.isArray(data)

  async function listed(cursor: string | null, size: number): Promise<SourcePage> {
    const query = new URLSearchParams({
      limit: String(size),
      sort: 'oldest',
      ...(cursor !== null && { cursor }),
    })
    const answer = await client.get(addressOf(`?${query}`), hasList)
    if (answer.status === 404)
      throw new SourceError(`${client.origin} has no API of Quackback, which is at /api/v1.`)
    checkAnswer(client, 'posts', answer)
    const { body, isDamaged, isTooLarge } = answer
    const { cursor: next, hasMore } = recordOf(recordOf(body.meta).pagination)
    return {
      records: recordsOf(body.data),
      next: hasMore === true ? (textOf(next) ?? null) : null,
      isDamaged,
      isTooLarge,
    }
  }

  /** The list has no merged posts, so those that it lacks are asked for. */
  async function unlisted(): Promise<string[]> {
    const found = new KeySet()
    for (const { id } of await folder.read<{ id: string }>(FILES.listed)) found.add(id)
    return posts.filter((post) => !found.has(post))
  }

  async function details(post: string): Promise<SourcePage> {
    const answer = await client.get(addressOf(`/${encodeURIComponent(post)}`), ({ data }) =>
      isRecord(data),
    )
    if (answer.status === 404) {
      note({ kind: 'suggestions', key: post, reason: GONE })
      return { records: [], next: null }
    }
    checkAnswer(client, 'posts', answer)
    return { records: [{ ...recordOf(answer.body.data), post }], next: null }
  }

  async function activities(post: string): Promise<SourcePage> {
    const answer = await client.get(addressOf(`/${encodeURIComponent(post)}/activity`), hasList)
    if (answer.status === 404) {
      note({ kind: 'status_updates', reason: 'the API has no history of some posts.' })
      return { records: [], next: null }
    }
    checkAnswer(client, 'the activity of posts', answer)
    const records = recordsOf(answer.body.data)
    if (records.length >= MAX_ACTIVITIES)
      note({
        kind: 'status_updates',
        key: post,
        reason: `the API has the last ${MAX_ACTIVITIES} activities.`,
      })
    return { records: records.map((one) => ({ ...one, post })), next: null }
  }

  return [
    {
      name: 'listed posts',
      page: listed,
      write: ({ id }) => {
        folder.add(FILES.listed, { id: textOf(id) ?? '' })
        return true
      },
    },
    {
      name: 'merged posts',
      page: nestedPages(unlisted, details),
      write: ({ post, canonicalPostId }) => {
        const to = textOf(canonicalPostId)
        if (to !== undefined) folder.add(FILES.merged, { from: post, to })
        return true
      },
    },
    {
      name: 'activities',
      page: nestedPages(async () => posts, activities),
      write: ({ post, id, type, metadata, actorName, createdAt }) => {
        if (type === 'status.changed')
          folder.add(FILES.changes, { post, id, metadata, actorName, createdAt })
        return true
      },
    },
  ]
}
