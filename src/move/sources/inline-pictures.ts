// Fetches the pictures that the texts of a form show, which would go with the source, and writes them into the form as files of what shows
// them. What does not come is said with its reason.
import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { detectContentType, extensionOf, HEAD_BYTES, readHead } from '../../store/content-type.ts'
import type { Kind } from '../form.ts'
import { KeySet } from '../key-set.ts'
import { picturesOf } from '../pictures.ts'
import { type Line, readBatches } from '../reader.ts'
import { KINDS_WITH_PICTURES, ownersOf, pictureKey, type ShownPicture } from '../text-pictures.ts'
import type { FormFolder, LeftOut } from './form-folder.ts'
import type { Download } from './source-client.ts'

/** The step of a read. */
const STEP = 'pictures'
/** The file of the folder with the names of the pictures that came. */
const SHOWN = 'shown'
/** Others than the source choose the addresses: as little as a page with many pictures needs. */
const LIMITS = { timeoutMs: 30_000, attempts: 2, maxWaitMs: 30_000, isPublic: true }
const MAX_BYTES = 20 * 1024 * 1024
const MAX_OF_TEXT = 50
const MAX_OF_READ = 100_000
const READ_AT_ONCE = 500
const WRITTEN_AT_ONCE = 50
/** Remembered, so that an address that many texts have is tried once. */
const MAX_REMEMBERED = 10_000

export type PictureOptions = {
  folder: FormFolder
  download: Download
  /** What addresses without a host are relative to. */
  base?: string | undefined
  /** Later reads have only what changed: the folder keeps which pictures came. */
  hasChanges?: boolean
  signal: AbortSignal
  progress?(): void
}

/** Can be repeated: what an earlier run has written or fetched is not fetched again. */
export async function addPictures(options: PictureOptions): Promise<void> {
  const { folder, signal, progress = () => {} } = options
  const step = folder.progressOf(STEP)
  if (step.is_done) return
  await folder.commit()
  const pictures = new Pictures(options)
  await pictures.open()
  for (const kind of KINDS_WITH_PICTURES)
    for await (const { lines } of readBatches(folder.path, kind, { ...READING })) {
      signal.throwIfAborted()
      for (const line of lines as Line[]) {
        if (!line.pictures) continue
        await pictures.addOf(kind, line)
        if (pictures.pending < WRITTEN_AT_ONCE) continue
        await pictures.commit()
        progress()
      }
    }
  step.is_done = true
  await pictures.commit()
}

const READING = { size: READ_AT_ONCE, manifest: { created_at: '9999-12-31T00:00:00Z' } }

class Pictures {
  readonly #options: PictureOptions
  /** What the form has files of. */
  readonly #known = new KeySet()
  readonly #said = new Set<string>()
  readonly #problems = new Map<string, string>()
  #added = 0
  pending = 0

  constructor(options: PictureOptions) {
    this.#options = options
  }

  /** What the source has in a list of files, and what an earlier run has added. */
  async open(): Promise<void> {
    const { folder, hasChanges } = this.#options
    if (hasChanges) for (const name of await folder.read<string>(SHOWN)) this.#known.add(name)
    for await (const { lines } of readBatches(folder.path, 'attachments', { ...READING }))
      for (const line of lines) for (const picture of picturesOf(line)) this.#note(picture)
    for (const { kind, key, reason } of await folder.read<LeftOut>('left_out'))
      if (kind === STEP) this.#said.add(`${key} ${reason}`)
  }

  #note(name: string): void {
    if (this.#known.add(name) && this.#options.hasChanges) this.#options.folder.add(SHOWN, name)
  }

  async commit(): Promise<void> {
    this.pending = 0
    await this.#options.folder.commit()
  }

  async addOf(kind: Kind, line: Line): Promise<void> {
    const { signal } = this.#options
    const all = line.pictures ?? []
    const name = `${kind} ${line.key}`
    if (all.length > MAX_OF_TEXT)
      this.#leaveOut(name, `the text shows ${all.length}. The first ${MAX_OF_TEXT} come.`)
    for (const picture of all.slice(0, MAX_OF_TEXT)) {
      signal.throwIfAborted()
      const problem = await this.#add(kind, line, picture)
      if (problem !== undefined)
        this.#leaveOut(`${name}: ${picture.address.slice(0, 100)}`, problem)
    }
  }

  /** In words why it does not come. */
  async #add(kind: Kind, line: Line, picture: ShownPicture): Promise<string | undefined> {
    const { folder } = this.#options
    const owners = ownersOf(kind, line)
    const names = owners.map((owner) => pictureKey(owner, picture.address))
    if (names.some((name) => this.#known.has(name))) return undefined
    if (this.#added === MAX_OF_READ) return `a read brings at most ${MAX_OF_READ} pictures.`
    const file = digestOfAddress(picture.data ?? picture.address)
    const found = await this.#fileOf(picture, file)
    if (typeof found === 'string') return found
    const [owner] = owners
    const [key] = names as [string]
    this.#note(key)
    this.#added++
    this.pending++
    folder.add('attachments', {
      key,
      file: `files/${file}`,
      file_name: nameOf(picture, found.contentType),
      [String(owner?.member)]: owner?.key,
      ...(found.isSafeImage && { address: picture.address }),
      created_at: (line.record as { created_at?: string }).created_at,
    })
    const files = folder.progressOf('attachments')
    // The source does not count them among its files.
    if (files.before !== null) {
      files.read++
      files.before++
      if (files.after !== null) files.after++
    }
    return found.isSafeImage
      ? undefined
      : `browsers do not show ${found.contentType}. It comes as a file, and the text has a link to where it was.`
  }

  /** What kind of picture the file is, or in words why there is none. */
  async #fileOf(picture: ShownPicture, file: string): Promise<FileType | string> {
    const problem = this.#problems.get(file)
    if (problem !== undefined) return problem
    const found = await this.#store(picture, file)
    if (typeof found === 'string' && this.#problems.size < MAX_REMEMBERED)
      this.#problems.set(file, found)
    return found
  }

  async #store(picture: ShownPicture, file: string): Promise<FileType | string> {
    const { folder } = this.#options
    const size = await folder.sizeOfFile(file)
    if (size !== undefined) return typeOf(await readHead(join(folder.path, 'files', file)))
    const bytes = await this.#bytesOf(picture)
    if (typeof bytes === 'string') return bytes
    const type = await typeOf(bytes.subarray(0, HEAD_BYTES))
    if (typeof type === 'string') return type
    return (await folder.storeFile(file, [bytes])) ?? type
  }

  async #bytesOf({ address, data }: ShownPicture): Promise<Buffer | string> {
    if (data !== undefined) return decode(data)
    const { base, download } = this.#options
    const url = URL.parse(address, base)
    if (url === null || !['https:', 'http:'].includes(url.protocol))
      return 'its address is none of the web.'
    return download(url.href, MAX_BYTES, LIMITS)
  }

  /** Each is said once, also when the read was continued. */
  #leaveOut(key: string, reason: string): void {
    const said = `${key} ${reason}`
    if (this.#said.has(said)) return
    if (this.#said.size < MAX_REMEMBERED) this.#said.add(said)
    this.pending++
    this.#options.folder.leaveOut({ kind: STEP, key, reason })
  }
}

type FileType = { contentType: string; isSafeImage: boolean }

/** As an upload is judged: by its bytes. */
async function typeOf(head: Buffer): Promise<FileType | string> {
  const type = await detectContentType(head, '')
  return type.contentType.startsWith('image/') ? type : 'what its address leads to is no picture.'
}

function decode(data: string): Buffer | string {
  const [, isBase64, content = ''] =
    /^data:[^,;]*(?:;(?!base64)[^,;]*)*(;base64)?,([\s\S]*)$/i.exec(data) ?? []
  const bytes = isBase64
    ? Buffer.from(content, 'base64')
    : Buffer.from(unescapeText(content), 'latin1')
  if (bytes.length > MAX_BYTES) return `the picture has more than ${MAX_BYTES} bytes.`
  return bytes
}

/** Bytes of `%xx`, each as a character. */
const unescapeText = (text: string): string =>
  text.replace(/%([0-9a-f]{2})/gi, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)))

/** The same as those of files that a source lists by their addresses (form-writer.ts). */
export const digestOfAddress = (address: string): string =>
  createHash('sha256').update(address).digest('hex').slice(0, 24)

const EXTENSIONS: Record<string, string> = { 'image/jpeg': 'jpg', 'image/svg+xml': 'svg' }

/** As the address says, with the ending of its type. */
function nameOf({ address, data }: ShownPicture, contentType: string): string {
  const extension = EXTENSIONS[contentType] ?? contentType.replace(/^image\/(x-)?/, '')
  const path =
    data === undefined ? (URL.parse(address, 'http://source.invalid')?.pathname ?? '') : ''
  const last = decodeName(path.split('/').at(-1) ?? '').replaceAll(/[/\\\0]/g, '_')
  const name = last.slice(-200).toWellFormed() || 'picture'
  return extensionOf(name) === '' ? `${name}.${extension}` : name
}

function decodeName(name: string): string {
  try {
    return decodeURIComponent(name)
  } catch {
    return name
  }
}
