// Keys of single sign-on tokens for the portal, and a check of a token.
import { Type } from 'typebox'
import { createSsoKey, MAX_SSO_KEYS, revokeSsoKey } from '../../auth/end-users/sso-keys.ts'
import { checkSsoToken } from '../../auth/end-users/sso-sign-in.ts'
import { sso_keys } from '../../resources/sso_keys.ts'
import { EmptyBody } from '../body/body-schemas.ts'
import { createInputReader } from '../body/input.ts'
import { declareOperation, type Operation } from '../operation-declaration.ts'
import { flag, integer, listOf, object, orNull, text, time } from '../responses/answer-schemas.ts'
import { mergeInput } from '../stages/call.ts'
import { declareWrite, writeOperations } from '../writes.ts'

const CheckedBody = Type.Object({
  token: Type.String({ minLength: 1, maxLength: 100_000, description: 'The text of a token.' }),
})
const checkReader = createInputReader(CheckedBody)

export const ssoKeyOperations = (): Operation[] => [
  declareOperation({
    method: 'POST',
    path: '/sso_keys/check',
    summary: 'Check a single sign-on token',
    description:
      'Says what the token says about the person, or why it is refused. Signs nobody in.',
    tag: sso_keys.name,
    body: CheckedBody,
    answer: object({
      check: object({
        is_accepted: flag,
        reason: { ...orNull(text), description: 'Why it is refused; null when it is accepted.' },
        message: orNull(text),
        person: Type.Union([
          object({
            guid: text,
            email: text,
            name: orNull(text),
            locale: orNull(text),
            is_trusted: flag,
            sso_key: integer,
            account: orNull(text),
            allow_forums: Type.Union([listOf(integer), Type.Null()]),
            deny_forums: listOf(integer),
            expires_at: orNull(time),
          }),
          Type.Null(),
        ]),
      }),
    }),
    async handle(call) {
      const { token } = await checkReader.read(mergeInput(call))
      const { db, readKeys, settings } = call.context
      const checked = await checkSsoToken(db, readKeys, token.trim(), {
        maxLifetimeSeconds: settings.sso_token_lifetime_seconds,
        aesSubdomain: settings.sso_aes_subdomain,
      })
      if ('refusal' in checked) {
        const { code, message } = checked.refusal
        return { check: { is_accepted: false, reason: code, message, person: null } }
      }
      const { guid, email, name, locale, isTrusted, keyId, account } = checked
      const { allowForums, denyForums, expiresAt } = checked
      return {
        check: {
          is_accepted: true,
          reason: null,
          message: null,
          person: {
            guid,
            email,
            name,
            locale,
            is_trusted: isTrusted,
            sso_key: keyId,
            account: account?.externalId ?? null,
            allow_forums: allowForums,
            deny_forums: denyForums,
            expires_at: expiresAt?.toISOString() ?? null,
          },
        },
      }
    },
  }),
  ...writeOperations(sso_keys, [
    declareWrite({
      method: 'POST',
      path: '',
      summary: 'Create an SSO key',
      description: `The key is in this response only. Its text is the secret of the signature (HS256). At most ${MAX_SSO_KEYS} keys are valid at once.`,
      body: Type.Object({ name: Type.String({ minLength: 1, maxLength: 200 }) }),
      answer: 'created',
      answersSecret: true,
      async run(tx, { origin, readKeys, input: { name } }) {
        const { id, key } = await createSsoKey(tx, readKeys, name, origin)
        return { id, secrets: { key } }
      },
    }),
    declareWrite({
      method: 'DELETE',
      path: '/:id',
      summary: 'Revoke an SSO key',
      description: 'Sessions that it began end at once. The key stays in the list.',
      body: EmptyBody,
      answer: 'records',
      async run(tx, { id, origin }) {
        await revokeSsoKey(tx, id, origin)
        return id
      },
    }),
  ]),
]
