// The state of the installation, for the people who run it.

import { Type } from 'typebox'
import { AVAILABLE_TO } from '../../auth/sign-in/oidc-settings.ts'
import { formatTime } from '../../core/values.ts'
import { readInstallation, readProviderUse } from '../../read/installation.ts'
import { declareOperation, type Operation } from '../operation-declaration.ts'
import {
  flag,
  integer,
  listOf,
  number,
  object,
  orNull,
  text,
  time,
} from '../responses/answer-schemas.ts'

const Installation = object({
  version: text,
  migrations: object({
    applied_count: integer,
    latest: orNull(text),
    pending: { ...listOf(text), description: 'What this version has and the database lacks.' },
  }),
  database: object({ server_version: text, bytes: integer }),
  files: object({
    count: integer,
    bytes: integer,
    quota_bytes: { ...orNull(integer), description: 'Null: no limit.' },
    downloads: Type.Enum(['proxied', 'presigned']),
  }),
  jobs: {
    ...listOf(
      object({
        task: text,
        state: Type.Enum(['ready', 'running', 'scheduled', 'failed']),
        count: { ...integer, description: 'Counted up to 10,000 jobs.' },
        oldest_seconds: { ...number, description: 'Since the oldest was due.' },
      }),
    ),
  },
  last_backup_at: {
    ...orNull(time),
    description: 'When `earshot backup` last finished; null when it never did.',
  },
  plan: object({ name: text, requests_per_minute: integer }),
  limits: object({
    requests_per_address: { ...integer, description: 'Per minute, without a valid token.' },
    connections_per_address: { ...orNull(integer), description: 'Null behind a proxy.' },
    concurrent_requests: object({ total: integer, per_client: integer }),
    concurrent_uploads: object({ total: integer, per_client: integer, open: integer }),
    event_streams: object({ total: integer, per_person: integer, open: integer }),
  }),
  sign_in: object({
    mail: { ...flag, description: 'Whether invitations and links to sign in can be mailed.' },
    providers: listOf(
      object({
        id: {
          ...orNull(integer),
          description:
            'Of the record of oidc_providers. Null: of OIDC_PROVIDERS, which cannot be changed here.',
        },
        source: Type.Enum(['stored', 'environment']),
        name: text,
        slug: text,
        issuer: text,
        available_to: Type.Enum([...AVAILABLE_TO]),
        people_count: {
          ...integer,
          description:
            'Accounts of the issuer that people use. Those of end users are counted up to 10,000.',
        },
        last_used_at: orNull(time),
        last_failure: {
          ...orNull(object({ at: time, reason: Type.Enum(['unavailable', 'refused', 'invalid']) })),
          description: 'Of the process that answers, since it started.',
        },
      }),
    ),
  }),
})

export const installationOperations = (): Operation[] => [
  declareOperation({
    method: 'GET',
    path: '/installation',
    summary: 'Get the state of the installation',
    description: 'Versions, sizes, job queues, the last backup, limits and their use.',
    tag: 'installation',
    answer: object({ installation: Installation }),
    async handle({ context: { reader, uploads, downloads, limits, mail, providers, settings } }) {
      const state = await readInstallation(reader.pool)
      const use = await readProviderUse(
        reader.pool,
        providers.map(({ settings: { issuer } }) => issuer),
      )
      const { total, perClient } = limits.concurrentRequests
      const { eventStreams } = limits
      const installation = {
        version: state.version,
        migrations: state.migrations,
        database: state.database,
        files: { ...state.files, quota_bytes: settings.files_quota_bytes, downloads },
        jobs: state.backlog.jobs,
        last_backup_at: formatTime(state.lastBackupAt),
        plan: state.plan,
        limits: {
          requests_per_address: settings.requests_per_address,
          connections_per_address: limits.isBehindProxy ? null : settings.connections_per_address,
          concurrent_requests: { total, per_client: perClient },
          concurrent_uploads: {
            total: settings.uploads_at_once,
            per_client: settings.uploads_at_once_per_client,
            open: uploads.sockets.size,
          },
          event_streams: {
            total: settings.streams_at_once,
            per_person: eventStreams.perPerson,
            open: eventStreams.open(),
          },
        },
        sign_in: {
          mail: mail !== null,
          providers: providers.map(({ settings, lastFailure }) => {
            const { id, name, slug, issuer, availableTo } = settings
            return {
              id,
              source: id === null ? ('environment' as const) : ('stored' as const),
              name,
              slug,
              issuer,
              available_to: availableTo,
              people_count: use.get(issuer)?.people ?? 0,
              last_used_at: formatTime(use.get(issuer)?.lastUsedAt ?? null),
              last_failure: lastFailure && {
                at: formatTime(lastFailure.at),
                reason: lastFailure.reason,
              },
            }
          }),
        },
      }
      return { installation }
    },
  }),
]
