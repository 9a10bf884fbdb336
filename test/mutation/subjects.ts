// What is mutated, and the tests that must notice it: the fastest and most specific first.
export type Subject = { name: string; sources: string[]; tests: string[] }

/** A source is named by its folder and its file name; it can be in any folder below. */
export const subjects: Subject[] = [
  {
    name: 'paging',
    sources: ['src/read/statement.ts', 'src/read/cursor.ts'],
    tests: [
      'api/cursor',
      'api/paging.slow',
      'api/includes',
      'api/totals.slow',
      'api/custom-fields',
      'api/search.slow',
    ],
  },
  {
    name: 'filters',
    sources: ['src/read/list-request.ts', 'src/read/time-range.ts', 'src/read/totals.ts'],
    tests: ['api/filters.slow', 'api/totals.slow', 'api/paging.slow'],
  },
  {
    name: 'limits',
    sources: [
      'src/http/limits/rate-limit.ts',
      'src/http/limits/rate-charge.ts',
      'src/http/limits/rate-counter.ts',
    ],
    tests: ['api/rate-counter', 'api/rate-limit.slow'],
  },
  {
    name: 'idempotency',
    sources: ['src/http/stages/idempotency.ts', 'src/write/service/idempotent-responses.ts'],
    tests: ['api/idempotency', 'api/attachments.slow'],
  },
  { name: 'ETags', sources: ['src/http/stages/etag.ts'], tests: ['api/etags'] },
  {
    name: 'body parsing',
    sources: ['src/http/body/form-body.ts', 'src/http/body/input.ts'],
    tests: ['api/bodies.slow', 'api/suggestions'],
  },
  {
    name: 'merge',
    sources: ['src/write/merges.ts', 'src/write/core/merge-target.ts'],
    tests: ['api/merges'],
  },
  { name: 'erasure', sources: ['src/write/erasure.ts'], tests: ['api/erasure', 'api/idempotency'] },
  {
    name: 'import',
    sources: [
      'src/imports/external-users.ts',
      'src/imports/suggestions.ts',
      'src/imports/suggestion-body.ts',
      'src/db/functions/imports.sql',
    ],
    tests: ['imports/imports.slow', 'imports/import-engine.slow', 'imports/suggestion-import'],
  },
  {
    name: 'figures',
    sources: [
      'src/db/functions/engagement.sql',
      'src/db/functions/support-figures.sql',
      'src/db/functions/memberships.sql',
      'src/db/functions/revenue.sql',
      'src/db/functions/counts.sql',
      'src/db/functions/suggestion-recounts.sql',
    ],
    tests: [
      'api/engagement',
      'api/merges',
      'laws/recount',
      'laws/figures',
      'api/labels-and-categories',
      'api/administration',
      'imports/imports.slow',
    ],
  },
  {
    name: 'votes',
    sources: [
      'src/write/supporters.ts',
      'src/db/functions/votes.sql',
      'src/db/functions/moves.sql',
    ],
    tests: [
      'laws/votes',
      'laws/moved-votes',
      'api/end-users',
      'api/suggestion-actions',
      'move/move',
    ],
  },
  {
    name: 'end users',
    sources: [
      'src/auth/end-users/sso-token.ts',
      'src/auth/end-users/visitor.ts',
      'src/auth/end-users/forum-access.ts',
      'src/auth/end-users/idea-access.ts',
      'src/read/end-users/places.ts',
      'src/read/end-users/support.ts',
    ],
    tests: ['api/end-users', 'api/end-user-contributions', 'portal/contribute'],
  },
  {
    name: 'mails',
    sources: ['src/write/mailings.ts', 'src/write/background/mailing-mails.ts'],
    tests: ['api/mailings', 'api/mails-together.slow', 'api/notifications.slow'],
  },
  {
    name: 'webhooks',
    sources: ['src/write/webhooks.ts', 'src/write/background/webhook-deliveries.ts'],
    tests: ['api/webhooks'],
  },
  {
    name: 'moves',
    sources: [
      'src/move/load.ts',
      'src/move/votes.ts',
      'src/move/merges.ts',
      'src/move/undo.ts',
      'src/move/verify.ts',
    ],
    tests: ['move/move', 'move/guided-move'],
  },
]
