// Checks of the files that the operator names, before any work begins.
import { access, constants, realpath, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { CommandError } from './command.ts'

/** Names standard input or standard output in place of a file. */
export const STANDARD_STREAM = '-'

export async function requireReadable(file: string): Promise<void> {
  const existing = await stat(file).catch(() => undefined)
  if (existing?.isDirectory())
    throw new CommandError(`${file} is a directory; it should be a file.`)
  if (existing && (await hasAccess(file, constants.R_OK))) return
  const isHidden = existing || !(await isAbsent(file))
  throw new CommandError(isHidden ? `${file} is not readable.` : `There is no file ${file}.`)
}

/** A file is replaced, so its directory has to be writable; a device or a pipe is written directly. */
export async function requireWritable(file: string): Promise<void> {
  const existing = await stat(file).catch(() => undefined)
  if (existing?.isDirectory())
    throw new CommandError(`${file} is a directory; it should be a file.`)
  const directory = dirname(await realpath(file).catch(() => file))
  if (!existing && (await isAbsent(directory)))
    throw new CommandError(`There is no directory ${directory}.`)
  if (existing && !(await hasAccess(file, constants.W_OK)))
    throw new CommandError(`${file} is not writable.`)
  const isReplaced = !existing || existing.isFile()
  if (isReplaced && !(await hasAccess(directory, constants.W_OK)))
    throw new CommandError(`The directory ${directory} is not writable.`)
}

const hasAccess = (path: string, mode: number) =>
  access(path, mode).then(
    () => true,
    () => false,
  )

const isAbsent = (path: string) =>
  stat(path).then(
    () => false,
    (error: NodeJS.ErrnoException) => error.code === 'ENOENT' || error.code === 'ENOTDIR',
  )
