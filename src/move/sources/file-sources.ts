// The sources that are files or databases: whose account they are of, and how each is read. A new one is one entry, and one in
// resources/moves.ts.
import { ASTUTO, readAstuto } from './astuto.ts'
import { FORM_SOURCE } from './detect.ts'
import { FIDER, identifyFider, readFider } from './fider.ts'
import type { FileOfAccount, FileSourceOptions } from './file-source.ts'
import { type FormOwner, identifyForm, readZippedForm } from './form-zip.ts'
import { LOGCHIMP, readLogchimp } from './logchimp.ts'
import { identifyQuackback, QUACKBACK, readQuackback } from './quackback.ts'
import {
  identifyUservoiceExport,
  readUservoiceExport,
  USERVOICE_EXPORT,
} from './uservoice-export.ts'

/** Writes the form, and returns its folder. */
type Read = (options: FileSourceOptions) => Promise<string>

export type FileSource = {
  identify(file: FileOfAccount): Promise<FormOwner>
  read: Read
}

const named =
  (source: string, identify: (file: FileOfAccount) => Promise<string>) =>
  async (file: FileOfAccount): Promise<FormOwner> => ({ source, account: await identify(file) })

export const FILE_SOURCES: Record<string, FileSource> = {
  [FIDER]: { identify: named(FIDER, identifyFider), read: readFider },
  [QUACKBACK]: { identify: named(QUACKBACK, identifyQuackback), read: readQuackback },
  [USERVOICE_EXPORT]: {
    identify: named(USERVOICE_EXPORT, identifyUservoiceExport),
    read: readUservoiceExport,
  },
  // The form names its source itself.
  [FORM_SOURCE]: { identify: identifyForm, read: readZippedForm },
}

export const DATABASE_SOURCES: Record<string, Read> = {
  [ASTUTO]: readAstuto,
  [LOGCHIMP]: readLogchimp,
}
