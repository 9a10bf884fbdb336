import {
  boolean,
  computed,
  integer,
  listOf,
  object,
  one,
  orNull,
  resource,
  text,
  time,
} from './resource.ts'

/** Services that an account can move in from by their API, or from their database. */
export const MOVE_SOURCES = [
  'uservoice',
  'canny',
  'productboard',
  'featurebase',
  'aha',
  'github',
  'astuto',
  'logchimp',
] as const
export type MoveSource = (typeof MOVE_SOURCES)[number]

export type MoveAccess = {
  /** The address of an account. */
  example: string
  /** What opens it: the members of one of these. */
  credentials: ('key' | 'secret' | 'token' | 'password')[][]
  /** The address is that of a repository, with its path. */
  isRepository?: true
  /** One API answers for all accounts, elsewhere than at the address. */
  hasSharedApi?: true
  /** The address is that of a PostgreSQL database. */
  isDatabase?: true
  /** The account that is read where nobody names one. Others share the database. */
  defaultAccount?: string
}

export const MOVE_ACCESS: Record<MoveSource, MoveAccess> = {
  uservoice: {
    example: 'https://acme.uservoice.com',
    credentials: [['key', 'secret'], ['token']],
  },
  canny: { example: 'https://acme.canny.io', credentials: [['key']], hasSharedApi: true },
  productboard: {
    example: 'https://acme.productboard.com',
    credentials: [['token']],
    hasSharedApi: true,
  },
  featurebase: {
    example: 'https://acme.featurebase.app',
    credentials: [['key']],
    hasSharedApi: true,
  },
  aha: { example: 'https://acme.aha.io', credentials: [['token']] },
  github: {
    example: 'https://github.com/acme/ideas',
    credentials: [['token']],
    isRepository: true,
  },
  astuto: {
    example: 'postgres://astuto@db.acme.example/astuto',
    credentials: [['password']],
    isDatabase: true,
    defaultAccount: 'default',
  },
  logchimp: {
    example: 'postgres://logchimp@db.acme.example/logchimp',
    credentials: [['password']],
    isDatabase: true,
  },
}

/** What reads uploaded files. `folder` is the form itself, as `earshot move-out` writes it. */
export const MOVE_FILE_READERS = ['fider', 'quackback', 'uservoice-export', 'folder'] as const
export type MoveFileReader = (typeof MOVE_FILE_READERS)[number]

export const isMoveSource = (name: string): name is MoveSource =>
  (MOVE_SOURCES as readonly string[]).includes(name)

/** What the service does for a move: count what the source has, read it, load a sample and take it back, bring it, or remove what was brought. */
export const MOVE_TASKS = ['look', 'read', 'try', 'run', 'undo'] as const
export type MoveTask = (typeof MOVE_TASKS)[number]

/** Whole accounts that come from elsewhere. */
export const moves = resource('moves', {
  singular: 'move',
  extension: 'Whole accounts that come from elsewhere, with their progress.',
  access: {
    scope: 'settings',
    read: 'admin',
    // Values of records that differ.
    except: {
      'GET /:id/report': { role: 'admin', alsoReads: 'people' },
      'GET /:id/trial': { role: 'admin', alsoReads: 'people' },
    },
  },
  // Its progress changes every second, and nothing but the progress is new.
  events: null,
  logsDeletions: false,
  fields: {
    id: integer,
    source: text,
    account: text,
    // Of a database, without its password.
    address: orNull(text),
    // Uploaded, and not deleted yet.
    files: computed(
      orNull(listOf({ name: text, size_in_bytes: integer })),
      "moves.upload->'files'",
    ),
    // Of what is here: new, loading, completed, undoing, undone.
    state: text,
    task: orNull(text),
    task_state: orNull(text),
    step: orNull(text),
    progress: object,
    reason: orNull(text),
    look: orNull(object),
    looked_at: orNull(time),
    verified: orNull(boolean),
    undone: orNull(object),
    // Whether a task can go on without the key and the secret.
    has_credentials: computed(
      boolean,
      'exists (select from move_secrets s where s.move_id = moves.id)',
    ),
    has_report: computed(boolean, 'exists (select from move_reports r where r.move_id = moves.id)'),
    // Whether its values are known and can be mapped.
    has_values: computed(boolean, 'exists (select from move_surveys v where v.move_id = moves.id)'),
    has_trial: computed(boolean, 'exists (select from move_trials t where t.move_id = moves.id)'),
    mapping: object,
    has_folder: boolean,
    task_started_at: orNull(time),
    task_ended_at: orNull(time),
    created_at: time,
    updated_at: time,
  },
  links: { started_by: one('users') },
  sorts: ['id', 'created_at', 'updated_at'],
})
