// All commands by name, in the order of the overview.
import { api } from './api.ts'
import { backup } from './backup.ts'
import { clients } from './clients.ts'
import type { Command } from './command.ts'
import { makeCompletion } from './completion.ts'
import { coverage } from './coverage.ts'
import { demo } from './demo.ts'
import { doctor } from './doctor.ts'
import { exportCommand } from './export.ts'
import { files } from './files.ts'
import { makeHelp } from './help.ts'
import { importCommand } from './import.ts'
import { jobs } from './jobs.ts'
import { language } from './language.ts'
import { migrate } from './migrate.ts'
import { openapi } from './openapi.ts'
import { plan } from './plan.ts'
import { restore } from './restore.ts'
import { serve } from './serve.ts'
import { work } from './work.ts'

export const commands: Record<string, Command> = {
  serve,
  work,
  jobs,
  migrate,
  clients,
  plan,
  language,
  api,
  demo,
  export: exportCommand,
  import: importCommand,
  files,
  backup,
  restore,
  doctor,
  openapi,
  coverage,
  completion: makeCompletion(() => commands),
  help: makeHelp(() => commands),
}
