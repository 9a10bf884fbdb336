// Reads the lists of an API one after the other into the folder of a form. A page is the unit: a read can stop after any.
import { KINDS, type Kind, type Manifest } from '../form.ts'
import { KeySet } from '../key-set.ts'
import { openFormFolder } from './form-folder.ts'
import { DAMAGED, FormWriter } from './form-writer.ts'
import { addPictures } from './inline-pictures.ts'
import { type Answer, type SourceClient, SourceError } from './source-client.ts'
import type { ReadOptions, ReadProgress } from './uservoice.ts'
import type { SourceRecord } from './values.ts'

/** `next` is the position of the page after it, or null. */
export type SourcePage = {
  records: SourceRecord[]
  next: string | null
  /** How many records the list has, where the source says so. */
  total?: number | undefined
  isDamaged?: boolean
  /** It has to be asked for with fewer records. */
  isTooLarge?: boolean
  /** It belongs to one of many records, of which most can have nothing. */
  isNested?: boolean
}

export type Step = {
  /** Unique in its source. That of a kind if its total is the number of lines of that kind. */
  name: string
  page?(position: string | null, size: number): Promise<SourcePage>
  /** False for a record that does not come. */
  write?(record: SourceRecord): Promise<boolean> | boolean
  /** After the last page. */
  finish?(): Promise<void>
}

export type ApiSource = {
  /** As in the form. */
  name: string
  account: string
  pageSize: number
  steps(form: FormWriter): Step[]
}

type Reading = Pick<ReadOptions, 'signal' | 'progress'> & {
  pageSize: number
  steps: Step[]
  form: FormWriter
}

const MAX_EMPTY_PAGES = 100

/** Writes the form. The lists of these sources have no changes since a time, so everything is read, and the loader compares. */
export async function readApi(source: ApiSource, options: ReadOptions): Promise<Manifest> {
  const { client, path, base, signal, progress } = options
  const { name, account, pageSize } = source
  const folder = await openFormFolder({ path, source: name, account, base })
  try {
    folder.start(Math.min(client.now(), Date.now()))
    const form = new FormWriter({ folder, signal, client, isPaged: true })
    await form.open()
    const steps: Step[] = [
      ...source.steps(form),
      { name: 'custom_fields', finish: () => form.writeFields() },
    ]
    await readSteps({ pageSize, steps, form, signal, progress })
    await addPictures({ folder, download: client.download, base: account, signal })
    return await folder.finish(client.now())
  } finally {
    await folder.close()
  }
}

/** Continues where an earlier run ended. */
export async function readSteps(reading: Reading): Promise<void> {
  for (const step of reading.steps) await readStep(reading, step)
}

async function readStep(reading: Reading, step: Step): Promise<void> {
  const { folder } = reading.form
  const progress = folder.progressOf(step.name)
  if (progress.is_done) return
  if (step.page && !progress.is_read)
    await readPages(reading, step as Step & Required<Pick<Step, 'page' | 'write'>>)
  await step.finish?.()
  progress.is_done = true
  await folder.commit()
}

async function readPages(
  reading: Reading,
  { name, page: ask, write }: Step & Required<Pick<Step, 'page' | 'write'>>,
): Promise<void> {
  const { form, signal, pageSize } = reading
  const { folder } = form
  const progress = folder.progressOf(name)
  const seen = new KeySet()
  let size = pageSize
  for (let emptyPages = 0; emptyPages < MAX_EMPTY_PAGES; ) {
    signal.throwIfAborted()
    if (progress.cursor !== null) seen.add(progress.cursor)
    const page = await ask(progress.cursor, size)
    if (page.isTooLarge) {
      if (size === 1) throw new SourceError(`A record of ${name} is too large to be read.`)
      size = Math.ceil(size / 4)
      continue
    }
    if (page.next !== null && seen.has(page.next))
      throw new SourceError(
        `The source gives the same cursor of ${name} again, so the list would not end. What was read is kept: the next run continues there. If it stays so, ask the operator of the source.`,
      )
    for (const record of page.records) {
      signal.throwIfAborted()
      progress.read++
      if (page.isDamaged && JSON.stringify(record).includes('\uFFFD'))
        form.leaveOut(kindOf(name) ?? 'suggestions', `${name} ${String(record.id)}`, DAMAGED)
      if (!(await write(record))) progress.left_out++
    }
    emptyPages = page.records.length === 0 && !page.isNested ? emptyPages + 1 : 0
    const kind = kindOf(name)
    if (kind !== undefined && page.total !== undefined) {
      progress.before ??= page.total
      progress.after = page.total
      // A list that changes meanwhile shows some records twice.
      progress.read = folder.countOf(kind) + progress.left_out
    }
    progress.cursor = page.next
    progress.is_read = page.next === null
    await folder.commit()
    showProgress(reading)
    if (page.next === null) return
  }
  throw new SourceError(
    `The source gives ${MAX_EMPTY_PAGES} empty pages of ${name} one after the other.`,
  )
}

const kindOf = (name: string): Kind | undefined => KINDS.find((kind) => kind === name)

/** Lists whose length is not known count as long as what was read of them. */
function showProgress({ form, steps, progress }: Reading): void {
  const all = steps.map(({ name }) => form.folder.progressOf(name))
  const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0)
  const read = sum(all.map((one) => one.read))
  const remaining = all.filter(({ is_done }) => !is_done).length
  const left = sum(all.map((one) => Math.max(0, (one.before ?? 0) - one.read)))
  progress(read, read + left + remaining, kindsOf({ form, steps }))
}

/** By what is written: a kind can come from several lists. */
function kindsOf({ form: { folder }, steps }: Pick<Reading, 'form' | 'steps'>): ReadProgress {
  const kinds: ReadProgress = {}
  for (const kind of KINDS) {
    const done = folder.countOf(kind)
    const isList = steps.some(({ name }) => name === kind)
    const total = isList ? folder.progressOf(kind).before : null
    if (done > 0) kinds[kind] = { done, total: total && Math.max(done, total) }
  }
  return kinds
}

/** The pages of a list of each parent, one parent after the other. The position has the number of the parent and the cursor in its list. */
export function nestedPages(
  findParents: () => Promise<string[]>,
  pageOf: (parent: string, cursor: string | null, size: number) => Promise<SourcePage>,
): (position: string | null, size: number) => Promise<SourcePage> {
  let parents: string[] | undefined
  return async (position, size) => {
    parents ??= await findParents()
    const [at, cursor] = JSON.parse(position ?? '[0,null]') as [number, string | null]
    const parent = parents[at]
    if (parent === undefined) return { records: [], next: null, isNested: true }
    const { total: _, ...page } = await pageOf(parent, cursor, size)
    const isLast = page.next === null && at + 1 >= parents.length
    const next = page.next === null ? [at + 1, null] : [at, page.next]
    return { ...page, next: isLast ? null : JSON.stringify(next), isNested: true }
  }
}

/** Ends the read where the answer has no list. */
export function checkAnswer({ origin }: SourceClient, name: string, { status }: Answer): void {
  if (status === 401 || status === 403)
    throw new SourceError(`The key or token may not read ${name} of ${origin}.`)
  if (status < 200 || status > 299)
    throw new SourceError(`${origin} answers with status ${status} to a request for ${name}.`)
}
