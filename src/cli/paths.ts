// Files that the operator names: what is wrong with them is told before anything is done.
import { access, constants, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { CommandError } from './command.ts'

export async function requireReadable(file: string): Promise<void> {
  const found = await stat(file).catch(() => undefined)
  if (found?.isDirectory()) throw new CommandError(`${file} is a directory; it should be a file.`)
  if (found && (await may(file, constants.R_OK))) return
  const isHidden = found || !(await isAbsent(file))
  throw new CommandError(isHidden ? `${file} may not be read.` : `There is no file ${file}.`)
}

/** Whether the file itself is there may be for others to judge. */
export async function requireWritable(file: string): Promise<void> {
  const found = await stat(file).catch(() => undefined)
  if (found?.isDirectory()) throw new CommandError(`${file} is a directory; it should be a file.`)
  const directory = dirname(file)
  if (!found && (await isAbsent(directory)))
    throw new CommandError(`There is no directory ${directory}.`)
  if (!(await may(found ? file : directory, constants.W_OK)))
    throw new CommandError(`${file} may not be written.`)
}

const may = (path: string, mode: number) =>
  access(path, mode).then(
    () => true,
    () => false,
  )

const isAbsent = (path: string) =>
  stat(path).then(
    () => false,
    (error: NodeJS.ErrnoException) => error.code === 'ENOENT' || error.code === 'ENOTDIR',
  )
