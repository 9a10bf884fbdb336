import { boolean, computed, integer, orNull, resource, text, texts, time } from './resource.ts'

/** Programs that use the API. Their hashes are not shown, and neither are the clients of people's sessions. */
export const api_clients = resource('api_clients', {
  singular: 'API client',
  extension: 'API clients without their hashes. For owners.',
  access: { scope: 'settings', read: 'owner', write: 'owner' },
  events: 'own triggers',
  only: 'person_id is null',
  fields: {
    id: integer,
    name: text,
    key_hint: text,
    // Only in the response that creates them.
    key: computed(orNull(text), 'null::text'),
    secret: computed(orNull(text), 'null::text'),
    audience: text,
    is_trusted: boolean,
    is_read_only: boolean,
    is_public: computed(boolean, 'api_clients.secret_hash is null'),
    scopes: computed(orNull(texts), 'to_jsonb(api_clients.scopes)'),
    networks: computed(orNull(texts), 'to_jsonb(api_clients.networks::text[])'),
    redirect_uris: computed(texts, 'to_jsonb(api_clients.redirect_uris)'),
    allows_query_token: boolean,
    allows_password_grant: boolean,
    token_lifetime_seconds: orNull(integer),
    requests_per_minute: orNull(integer),
    retry_after: text,
    previous_secret_expires_at: orNull(time),
    expires_at: orNull(time),
    last_used_at: orNull(time),
    revoked_at: orNull(time),
    created_at: time,
    updated_at: time,
  },
  links: null,
  sorts: ['id', 'created_at', 'updated_at'],
})
