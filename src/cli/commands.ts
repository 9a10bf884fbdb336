// All commands by name, in the order of the overview. A command loads only its own modules.
import type { Command } from './command.ts'
import type { Commands } from './help.ts'

const LOADERS: Record<string, () => Promise<Command>> = {
  serve: async () => (await import('./serve.ts')).serve,
  work: async () => (await import('./work.ts')).work,
  jobs: async () => (await import('./jobs.ts')).jobs,
  migrate: async () => (await import('./migrate.ts')).migrate,
  people: async () => (await import('./people.ts')).people,
  clients: async () => (await import('./clients.ts')).clients,
  'sso-keys': async () => (await import('./sso-keys.ts')).ssoKeys,
  mail: async () => (await import('./mail.ts')).mail,
  audit: async () => (await import('./audit.ts')).audit,
  plan: async () => (await import('./plan.ts')).plan,
  language: async () => (await import('./language.ts')).language,
  api: async () => (await import('./api.ts')).api,
  demo: async () => (await import('./demo.ts')).demo,
  export: async () => (await import('./export.ts')).exportCommand,
  import: async () => (await import('./import.ts')).importCommand,
  'move-in': async () => (await import('./move-in.ts')).moveIn,
  'move-out': async () => (await import('./move-out.ts')).moveOut,
  files: async () => (await import('./files.ts')).files,
  'secret-key': async () => (await import('./secret-key.ts')).secretKey,
  backup: async () => (await import('./backup.ts')).backup,
  restore: async () => (await import('./restore.ts')).restore,
  doctor: async () => (await import('./doctor.ts')).doctor,
  openapi: async () => (await import('./openapi.ts')).openapi,
  completion: async () => (await import('./completion.ts')).makeCompletion(loadAll),
  help: async () => (await import('./help.ts')).makeHelp(loadAll),
}

/** The command of this name, or all of them when there is none. */
export async function loadCommands(name: string): Promise<Commands> {
  const load = Object.hasOwn(LOADERS, name) ? LOADERS[name] : undefined
  return load ? { [name]: await load() } : loadAll()
}

async function loadAll(): Promise<Commands> {
  const entries = Object.entries(LOADERS).map(async ([name, load]) => [name, await load()] as const)
  return Object.fromEntries(await Promise.all(entries))
}
