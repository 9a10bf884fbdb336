// Webhooks: what receivers get, signed and in which form, and what happens when they fail.
import { createHmac, createPublicKey, randomBytes, verify } from 'node:crypto'
import { sql } from 'kysely'
import { Webhook } from 'standardwebhooks'
import { beforeAll, describe, expect, test } from 'vitest'
import { tasks } from '../../src/jobs/tasks.ts'
import { deleteOldDeliveries } from '../../src/write/background/webhook-deliveries.ts'
import { deleteOldEvents } from '../../src/write/service/event-history.ts'
import { startMailServer } from '../support/mail-server.ts'
import { type Received, type Receiver, startReceiver } from '../support/receivers.ts'
import { type Shown, startTestService, type TestService } from '../support/service.ts'
import { aPerson, aSession, bySession } from '../support/staff.ts'

const SOON = { timeout: 60_000, interval: 20 }

let at: TestService
let forum: number
let mails: Awaited<ReturnType<typeof startMailServer>>
const log: string[] = []

beforeAll(async () => {
  mails = await startMailServer('unused')
  at = await startTestService(log, {
    hasJobs: true,
    settings: {
      mail: {
        host: '127.0.0.1',
        port: mails.port,
        tls: 'none',
        auth: null,
        from: 'Earshot <earshot@example.test>',
      },
    },
  })
  forum = (await at.made('/forums', { name: 'Hooked' })).id
})

const unique = () => randomBytes(4).toString('hex')
const aSuggestion = (more: object = {}) =>
  at.made('/suggestions', { title: `Wish ${unique()}`, links: { forum }, ...more })
const created = (url: string, more: object = {}): Promise<Shown> =>
  at.made('/webhooks', { url, events: ['suggestions.created'], ...more })
const deliveriesOf = async ({ id }: Shown): Promise<Shown[]> =>
  (await at.get(`/webhook_deliveries?webhook=${id}&sort=id&per_page=100`)).body.webhook_deliveries
const statesOf = async (hook: Shown) => (await deliveriesOf(hook)).map(({ state }) => state)
/** The next attempt is due now, as if time had passed. */
const hurry = async ({ id }: Shown) => {
  await sql`
    update webhook_deliveries set next_attempt_at = now() where webhook_id = ${id} and state = 'waiting'`.execute(
    at.db,
  )
  await sql`update webhook_states set paused_until = null where webhook_id = ${id}`.execute(at.db)
}
const dataOf = ({ body }: Received) => JSON.parse(body).data
const remove = ({ id }: Shown) => at.delete(`/webhooks/${id}`)

/** A receiver and a webhook that leads to it. */
async function hooked(more: object = {}): Promise<{ receiver: Receiver; hook: Shown }> {
  const receiver = await startReceiver()
  return { receiver, hook: await created(receiver.url, more) }
}

describe('the standard form', () => {
  test('has the record as the API shows it, and a signature that the library verifies', async () => {
    const { receiver, hook } = await hooked()
    expect(hook.secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
    const suggestion = await aSuggestion({ body: 'With *all* of it' })
    await expect.poll(() => receiver.received.length, SOON).toBe(1)
    const [request] = receiver.received as [Received]
    const message = new Webhook(String(hook.secret)).verify(
      request.body,
      request.headers as Record<string, string>,
    ) as Record<string, unknown>
    expect(message).toEqual({
      type: 'suggestions.created',
      timestamp: expect.stringMatching(/^\d{4}-.*Z$/),
      data: expect.objectContaining({ id: suggestion.id, title: suggestion.title }),
    })
    const data = message.data as { links: object }
    expect(Object.keys(data)).toEqual(Object.keys(suggestion))
    expect(data.links).toEqual(suggestion.links)
    expect(request.headers).toMatchObject({
      'content-type': 'application/json',
      'webhook-id': expect.stringMatching(/^msg_[\w-]+$/),
      'user-agent': expect.stringMatching(/^Earshot\//),
    })
    await expect.poll(() => statesOf(hook), SOON).toEqual(['delivered'])
    const [delivery] = await deliveriesOf(hook)
    expect(delivery).toMatchObject({
      event: 'suggestions.created',
      collection: 'suggestions',
      record_id: suggestion.id,
      attempts: 1,
      next_attempt_at: null,
      http_status: 200,
      error: null,
      request_body: request.body,
      response_body: 'thanks',
      is_response_cut: false,
      links: { webhook: hook.id, replay_of: null },
    })
    expect(`msg_${delivery?.message_id}`).toBe(request.headers['webhook-id'])
    expect((await at.shown(`/webhooks/${hook.id}`)).last_delivered_at).not.toBeNull()
    await remove(hook)
  })

  test('with ed25519 only the public key is shown, and it verifies', async () => {
    const { receiver, hook } = await hooked({ signature: 'ed25519' })
    expect(hook.secret).toBeNull()
    await aSuggestion()
    await expect.poll(() => receiver.received.length, SOON).toBe(1)
    const [{ headers, body }] = receiver.received as [Received]
    const raw = Buffer.from(String(hook.public_key).replace('whpk_', ''), 'base64')
    const key = createPublicKey({
      key: { kty: 'OKP', crv: 'Ed25519', x: raw.toString('base64url') },
      format: 'jwk',
    })
    const [version, signature] = String(headers['webhook-signature']).split(',')
    const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`
    expect(version).toBe('v1a')
    expect(verify(null, Buffer.from(signed), key, Buffer.from(`${signature}`, 'base64'))).toBe(true)
    await remove(hook)
  })

  test('during a rotation both secrets sign, and afterwards the new one', async () => {
    const { receiver, hook } = await hooked()
    const rotated = await at.post(`/webhooks/${hook.id}/rotate_secret`, { overlap_seconds: 600 })
    expect(rotated.status).toBe(200)
    const [{ secret, previous_secret_expires_at: end }] = rotated.body.webhooks
    expect(end).not.toBeNull()
    const verifyWith = (text: unknown, request: Received) =>
      new Webhook(String(text)).verify(request.body, request.headers as Record<string, string>)
    await aSuggestion()
    await expect.poll(() => receiver.received.length, SOON).toBe(1)
    const [first] = receiver.received as [Received]
    expect(String(first.headers['webhook-signature']).split(' ')).toHaveLength(2)
    verifyWith(hook.secret, first)
    verifyWith(secret, first)
    await sql`
      update webhook_secrets set expires_at = now() where webhook_id = ${hook.id} and expires_at is not null`.execute(
      at.db,
    )
    await aSuggestion()
    await expect.poll(() => receiver.received.length, SOON).toBe(2)
    const second = receiver.received[1] as Received
    verifyWith(secret, second)
    expect(() => verifyWith(hook.secret, second)).toThrow()
    await remove(hook)
  })

  test('a deleted record has only its id, and very many have no data', async () => {
    const { receiver, hook } = await hooked({ events: ['labels.deleted', 'labels.created'] })
    const label = await at.made('/labels', { name: `gone ${unique()}` })
    await expect.poll(() => receiver.received.length, SOON).toBe(1)
    await at.delete(`/labels/${label.id}`)
    await expect.poll(() => receiver.received.length, SOON).toBe(2)
    expect(receiver.received.map(dataOf)).toEqual([
      expect.objectContaining({ id: label.id, name: label.name }),
      { id: label.id },
    ])
    await sql`
      insert into labels (name, full_name)
      select ${unique()} || ' ' || n, 'x' from generate_series(1, 101) n`.execute(at.db)
    await expect.poll(() => receiver.received.length, SOON).toBe(3)
    expect(JSON.parse(receiver.received[2]?.body ?? '')).toMatchObject({
      type: 'labels.created',
      data: null,
    })
    await remove(hook)
  })
})

describe('the form of service hooks', () => {
  const fieldsOf = ({ body }: Received) => Object.fromEntries(new URLSearchParams(body))
  const KEY = 'the sso key of the account'

  test('has event, data and signature as a form, and an entry in the log', async () => {
    const { receiver, hook } = await hooked({
      format: 'service_hook',
      events: ['new_suggestion', 'new_comment', 'suggestion_votes_update', 'new_kudo'],
      secret: KEY,
    })
    expect(hook.secret).toBe(KEY)
    const suggestion = await aSuggestion({ body: 'One & <two>' })
    await expect.poll(() => receiver.received.length, SOON).toBe(1)
    const [request] = receiver.received as [Received]
    expect(request.headers['content-type']).toBe('application/x-www-form-urlencoded')
    const { event, data = '', signature } = fieldsOf(request)
    expect(event).toBe('new_suggestion')
    expect(signature).toBe(createHmac('sha256', KEY).update(data).digest('hex'))
    expect(JSON.parse(data)).toEqual({
      suggestion: expect.objectContaining({
        id: suggestion.id,
        title: suggestion.title,
        text: 'One & <two>',
        formatted_text: expect.stringContaining('One &amp; &lt;two&gt;'),
        vote_count: expect.any(Number),
        url: expect.stringContaining(`/forums/${forum}/suggestions/${suggestion.id}`),
        topic: expect.objectContaining({ forum: { id: String(forum), name: 'Hooked' } }),
        status: null,
        created_at: expect.stringMatching(/\.\d{3}Z$/),
      }),
    })
    await at.put(`/webhooks/${hook.id}`, { data_format: 'xml', signature_encoding: 'base64' })
    const comment = { body: 'Yes & please', links: { suggestion: suggestion.id } }
    const { id } = await at.made('/comments', comment)
    await expect
      .poll(() => receiver.received.map((one) => fieldsOf(one).event), SOON)
      .toContain('new_comment')
    const last = receiver.received
      .map(fieldsOf)
      .find((fields) => fields.event === 'new_comment') as Record<string, string>
    expect(last.signature).toBe(
      createHmac('sha256', KEY)
        .update(last.data ?? '')
        .digest('base64'),
    )
    expect(last.data).toContain(`<comment><id type="integer">${id}</id>`)
    expect(last.data).toContain('<text>Yes &#38; please</text>')
    await expect
      .poll(async () => (await at.get('/service_hook_logs?sort=id')).body.service_hook_logs, SOON)
      .toContainEqual(
        expect.objectContaining({
          url: receiver.url,
          event: 'new_comment',
          object_id: id,
          http_status: 200,
          exception: null,
        }),
      )
    await remove(hook)
  })

  test('votes and changes of status are about the suggestion', async () => {
    const suggestion = await aSuggestion()
    const status = await at.made('/statuses', { name: `Under Review ${unique()}` })
    const { receiver, hook } = await hooked({
      format: 'service_hook',
      events: ['suggestion_votes_update', 'suggestion_status_update'],
    })
    const { id: user } = await at.made('/users/find_or_create', { email: `${unique()}@hook.test` })
    await at.made('/supporters', { links: { suggestion: suggestion.id, user } })
    await at.made('/status_updates', {
      body: 'Soon',
      links: { suggestion: suggestion.id, status: status.id },
    })
    await expect.poll(() => receiver.received.length, SOON).toBe(2)
    const [votes, change] = receiver.received.map((one) => JSON.parse(fieldsOf(one).data ?? ''))
    expect(votes.suggestion).toMatchObject({ id: suggestion.id })
    expect(change.audit_status).toMatchObject({
      final_status: { id: status.id, key: expect.stringMatching(/^under-review-\w+$/) },
      suggestion: { id: suggestion.id, response: { text: 'Soon' } },
    })
    await remove(hook)
  })
})

test('messages for chats mention nobody and format nothing', async () => {
  const title = '<!channel> @everyone *bold* & `code` <@1>'
  const [slack, teams, discord] = await Promise.all(
    ['slack', 'teams', 'discord'].map((format) => hooked({ format })),
  )
  await aSuggestion({ title, body: '[a](http://b) @here' })
  const bodyOf = async (one: typeof slack) => {
    await expect.poll(() => one?.receiver.received.length, SOON).toBe(1)
    return JSON.parse(one?.receiver.received[0]?.body ?? '')
  }
  const inSlack = await bodyOf(slack)
  expect(inSlack.text).toContain('&lt;!channel&gt;')
  expect(inSlack.blocks[1]).toEqual({
    type: 'header',
    text: { type: 'plain_text', text: title, emoji: false },
  })
  expect(JSON.stringify(inSlack.blocks.filter((block: Shown) => block.type === 'context'))).toMatch(
    /"mrkdwn","text":"<http[^|]*\/admin\/suggestions\/\d+\|Open in [^"<]*>"/,
  )
  const { content } = (await bodyOf(teams)).attachments[0]
  expect(content.body.every((block: Shown) => block.type === 'RichTextBlock')).toBe(true)
  expect(content.body[1].inlines[0].text).toBe(title)
  const inDiscord = await bodyOf(discord)
  expect(inDiscord.allowed_mentions).toEqual({ parse: [] })
  expect(inDiscord.embeds[0].title).toBe(
    '\\<!channel\\> @\u200beveryone \\*bold\\* & \\`code\\` \\<@\u200b1\\>',
  )
  expect(inDiscord.embeds[0].description).toContain('@\u200bhere')
  for (const one of [slack, teams, discord]) await remove(one?.hook as Shown)
})

describe('failures', () => {
  test('are retried with the same id and body, as late as the receiver asks', async () => {
    const { receiver, hook } = await hooked()
    receiver.answer((response) => {
      response.writeHead(503, { 'retry-after': '3000' })
      response.end('later')
    })
    await aSuggestion()
    await expect.poll(async () => (await deliveriesOf(hook))[0]?.attempts, SOON).toBe(1)
    const [delivery] = (await deliveriesOf(hook)) as [Shown]
    expect(delivery).toMatchObject({
      state: 'waiting',
      http_status: 503,
      response_body: 'later',
      error: 'The receiver answered 503.',
    })
    const wait = Date.parse(String(delivery.next_attempt_at)) - Date.now()
    expect(wait).toBeGreaterThan(2_900_000)
    expect(wait).toBeLessThan(3_100_000)
    expect((await at.shown(`/webhooks/${hook.id}`)).failing_since).not.toBeNull()
    receiver.answer((response) => void response.end())
    // Asked for, it does not wait any longer.
    const now = await at.post(`/webhook_deliveries/${delivery.id}/replay`, {})
    expect(now.body.webhook_deliveries[0]).toMatchObject({ id: delivery.id })
    await expect.poll(() => statesOf(hook), SOON).toEqual(['delivered'])
    const [first, second] = receiver.received as [Received, Received]
    expect(second.body).toBe(first.body)
    expect(second.headers['webhook-id']).toBe(first.headers['webhook-id'])
    expect((await at.shown(`/webhooks/${hook.id}`)).failing_since).toBeNull()
    await remove(hook)
  })

  test('of one event do not stop those after it, which arrive in order', async () => {
    const { receiver, hook } = await hooked()
    const first = await aSuggestion()
    await expect.poll(() => receiver.received.length, SOON).toBe(1)
    receiver.answer((response, { body }) => {
      response.statusCode = JSON.parse(body).data.title === 'Poison' ? 500 : 200
      response.end()
    })
    const titles = ['Poison', ...Array.from({ length: 8 }, () => unique())]
    for (const title of titles) await aSuggestion({ title })
    await expect
      .poll(() => receiver.received.filter((one) => dataOf(one).title !== 'Poison').length, SOON)
      .toBe(9)
    const others = receiver.received.map((one) => dataOf(one).title)
    expect(others.filter((title) => title !== 'Poison')).toEqual([first.title, ...titles.slice(1)])
    await remove(hook)
  })

  test('410 disables the webhook, and owners get a mail', async () => {
    const { receiver, hook } = await hooked({ name: `Gone ${unique()}` })
    receiver.answer((response) => {
      response.statusCode = 410
      response.end()
    })
    await aSuggestion()
    await expect
      .poll(() => at.shown(`/webhooks/${hook.id}`), SOON)
      .toMatchObject({ state: 'disabled', disabled_reason: 'gone' })
    expect(await statesOf(hook)).toEqual(['failed'])
    await expect
      .poll(() => mails.received.map(({ body }) => body).join(), SOON)
      .toContain(String(hook.name))
    await aSuggestion()
    expect(await at.put(`/webhooks/${hook.id}`, { state: 'enabled' })).toMatchObject({
      status: 200,
    })
    receiver.answer((response) => void response.end())
    const { id } = await aSuggestion()
    await expect.poll(() => statesOf(hook), SOON).toEqual(['failed', 'delivered'])
    expect(receiver.received.map(dataOf).at(-1)).toMatchObject({ id })
    await remove(hook)
  })

  test('after the last attempt of three days the webhook is disabled', async () => {
    const { receiver, hook } = await hooked()
    receiver.answer((response) => {
      response.statusCode = 500
      response.end()
    })
    await aSuggestion()
    await expect.poll(async () => (await deliveriesOf(hook))[0]?.attempts, SOON).toBe(1)
    await sql`update webhook_deliveries set attempts = 9 where webhook_id = ${hook.id}`.execute(
      at.db,
    )
    await sql`
      update webhook_states set failing_since = now() - interval '73 hours' where webhook_id = ${hook.id}`.execute(
      at.db,
    )
    await hurry(hook)
    await expect
      .poll(() => at.shown(`/webhooks/${hook.id}`), SOON)
      .toMatchObject({ state: 'disabled', disabled_reason: 'failing' })
    expect(await deliveriesOf(hook)).toMatchObject([{ state: 'failed', attempts: 10 }])
    await remove(hook)
  })
})

describe('a hostile receiver', () => {
  test('that hangs delays no other one', async () => {
    const slow = await hooked()
    let hold: (() => void) | undefined
    slow.receiver.answer((response) => {
      hold = () => response.destroy()
    })
    const quick = await hooked()
    await aSuggestion()
    await expect.poll(() => quick.receiver.received.length, SOON).toBe(1)
    await aSuggestion()
    await expect.poll(() => quick.receiver.received.length, SOON).toBe(2)
    expect(slow.receiver.received).toHaveLength(1)
    slow.receiver.answer((response) => void response.end())
    hold?.()
    await expect.poll(() => slow.receiver.received.length, SOON).toBe(2)
    await expect
      .poll(async () => (await deliveriesOf(slow.hook))[0]?.error, SOON)
      .toMatch(/127\.0\.0\.1/)
    await remove(slow.hook)
    await remove(quick.hook)
  })

  test('that redirects is not followed, and of a large answer 64 kB are kept', async () => {
    const inner = await startReceiver()
    const { receiver, hook } = await hooked()
    receiver.answer((response) => {
      response.writeHead(302, { location: inner.url })
      response.end()
    })
    await aSuggestion()
    await expect.poll(async () => (await deliveriesOf(hook))[0]?.http_status, SOON).toBe(302)
    expect(inner.received).toEqual([])
    receiver.answer((response) => {
      const write = () => {
        while (response.writable && response.write('x'.repeat(100_000)));
      }
      response.on('drain', write)
      write()
    })
    await hurry(hook)
    await expect.poll(() => statesOf(hook), SOON).toEqual(['delivered'])
    const [delivery] = (await deliveriesOf(hook)) as [Shown]
    expect(delivery.is_response_cut).toBe(true)
    expect(String(delivery.response_body)).toHaveLength(64 * 1024)
    await remove(hook)
  })
})

test('forums, statuses and supporters limit what is sent', async () => {
  const other = await at.made('/forums', { name: `Other ${unique()}` })
  const status = await at.made('/statuses', { name: `Planned ${unique()}` })
  const events = ['suggestions.created', 'comments.created']
  const inForum = await hooked({ events, links: { forums: [other.id] } })
  const withStatus = await hooked({ events, links: { statuses: [status.id] } })
  const popular = await hooked({ events, min_supporters: 2 })
  const all = await hooked({ events })
  const here = await aSuggestion()
  const there = await aSuggestion({ links: { forum: other.id } })
  // Limits are compared when the event is read, which can be later.
  await expect.poll(() => all.receiver.received.length, SOON).toBe(2)
  await at.made('/status_updates', { links: { suggestion: here.id, status: status.id } })
  for (const name of ['a', 'b']) {
    const { id: user } = await at.made('/users/find_or_create', {
      email: `${name}-${unique()}@hook.test`,
    })
    await at.made('/supporters', { links: { suggestion: here.id, user } })
  }
  const comment = await at.made('/comments', { body: 'Now', links: { suggestion: here.id } })
  await expect.poll(() => all.receiver.received.length, SOON).toBe(3)
  const got = ({ receiver }: typeof all) => receiver.received.map((one) => dataOf(one).id)
  await expect.poll(() => got(withStatus), SOON).toEqual([comment.id])
  await expect.poll(() => got(popular), SOON).toEqual([comment.id])
  await expect.poll(() => got(inForum), SOON).toEqual([there.id])
  expect(await at.shown(`/webhooks/${inForum.hook.id}`)).toMatchObject({
    links: { forums: [other.id], statuses: [] },
  })
  for (const { hook } of [inForum, withStatus, popular, all]) await remove(hook)
})

describe('what was sent', () => {
  test('can be sent again: one, some, and those of a time', async () => {
    const { receiver, hook } = await hooked()
    const from = new Date(Date.now() - 1000).toISOString()
    await aSuggestion()
    await aSuggestion()
    await expect.poll(() => statesOf(hook), SOON).toEqual(['delivered', 'delivered'])
    const [first, second] = (await deliveriesOf(hook)) as [Shown, Shown]
    const again = await at.post(`/webhook_deliveries/${first.id}/replay`, {})
    expect(again.status).toBe(201)
    expect(again.body.webhook_deliveries[0]).toMatchObject({
      message_id: first.message_id,
      links: { replay_of: first.id },
    })
    const some = await at.post(`/webhooks/${hook.id}/replay`, { deliveries: [second.id] })
    expect(some.body).toEqual({ replay: { deliveries_count: 1 } })
    await expect.poll(() => receiver.received.length, SOON).toBe(4)
    const to = new Date(Date.now() + 60_000).toISOString()
    const range = await at.post(`/webhooks/${hook.id}/replay`, { from, to })
    expect(range.body).toEqual({ replay: { deliveries_count: 2 } })
    await expect.poll(() => receiver.received.length, SOON).toBe(6)
    const ids = receiver.received.map(({ headers }) => headers['webhook-id'])
    expect(ids).toEqual([...ids.slice(0, 2), ...ids.slice(0, 2), ...ids.slice(0, 2)])
    expect((await at.post(`/webhooks/${hook.id}/replay`, {})).status).toBe(422)
    const foreign = await at.post(`/webhooks/${hook.id}/replay`, { deliveries: [999_999_999] })
    expect(foreign.status).toBe(422)
    await remove(hook)
  })

  test('of a time, only what did not arrive can be sent again', async () => {
    const { receiver, hook } = await hooked()
    const range = {
      from: new Date(Date.now() - 60_000).toISOString(),
      to: new Date(Date.now() + 60_000).toISOString(),
      only_undelivered: true,
    }
    const replay = async () =>
      (await at.post(`/webhooks/${hook.id}/replay`, range)).body.replay.deliveries_count
    await aSuggestion()
    await expect.poll(() => statesOf(hook), SOON).toEqual(['delivered'])
    receiver.answer((response) => {
      response.statusCode = 500
      response.end()
    })
    const missed = await aSuggestion()
    await expect.poll(async () => (await deliveriesOf(hook))[1]?.attempts, SOON).toBe(1)
    // One that waits for its next attempt is not repeated.
    expect(await replay()).toBe(0)
    await at.put(`/webhooks/${hook.id}`, { state: 'disabled' })
    await at.put(`/webhooks/${hook.id}`, { state: 'enabled' })
    receiver.answer((response) => response.end())
    const before = receiver.received.length
    expect(await replay()).toBe(1)
    await expect.poll(() => receiver.received.length, SOON).toBe(before + 1)
    expect(JSON.parse(receiver.received.at(-1)?.body ?? '').data.id).toBe(missed.id)
    await expect.poll(() => statesOf(hook), SOON).toEqual(['delivered', 'skipped', 'delivered'])
    expect(await replay()).toBe(0)
    await remove(hook)
  })

  test('a test event arrives, unless the webhook is disabled', async () => {
    const { receiver, hook } = await hooked()
    const asked = await at.post(`/webhooks/${hook.id}/test`, {})
    expect(asked.status).toBe(201)
    expect(asked.body.webhook_deliveries[0]).toMatchObject({ event: 'test', state: 'waiting' })
    await expect.poll(() => receiver.received.length, SOON).toBe(1)
    expect(JSON.parse(receiver.received[0]?.body ?? '')).toMatchObject({
      type: 'test',
      data: { webhook: hook.id },
    })
    await at.put(`/webhooks/${hook.id}`, { state: 'disabled' })
    expect(await at.shown(`/webhooks/${hook.id}`)).toMatchObject({ disabled_reason: 'by_hand' })
    expect((await at.post(`/webhooks/${hook.id}/test`, {})).status).toBe(409)
    await remove(hook)
  })

  test('what waits when a webhook is disabled is skipped', async () => {
    const { receiver, hook } = await hooked()
    receiver.answer((response) => {
      response.statusCode = 500
      response.end()
    })
    await aSuggestion()
    await expect.poll(async () => (await deliveriesOf(hook))[0]?.attempts, SOON).toBe(1)
    await at.put(`/webhooks/${hook.id}`, { state: 'disabled' })
    expect(await statesOf(hook)).toEqual(['skipped'])
    await remove(hook)
  })

  test('is deleted after 30 days, and events stay until they were read', async () => {
    const { hook } = await hooked()
    await aSuggestion()
    await expect.poll(() => statesOf(hook), SOON).toEqual(['delivered'])
    await sql`
      update webhook_deliveries set created_at = now() - interval '31 days' where webhook_id = ${hook.id}`.execute(
      at.db,
    )
    await tasks.delete_old_webhook_deliveries(at, {})
    expect(await statesOf(hook)).toEqual([])
    await remove(hook)
    await at.db.transaction().execute(async (tx) => {
      await sql`insert into event_consumers select 'a reader', xid, id from events order by xid desc limit 1`.execute(
        tx,
      )
      await sql`update events set created_at = now() - interval '2 days'`.execute(tx)
      await deleteOldEvents(tx)
      const { rows } =
        await sql`select from events join event_consumers c using (xid, id) where name = 'a reader'`.execute(
          tx,
        )
      expect(rows).toHaveLength(1)
      await sql`delete from event_consumers where name = 'a reader'`.execute(tx)
      await deleteOldDeliveries(tx)
    })
  })
})

describe('who may', () => {
  test('admins and owners; others and tokens without the scope get 403', async () => {
    const admin = await aPerson(at, 'admin')
    const contributor = await aPerson(at, 'contributor')
    const body = { url: 'https://hooks.example.com/x', events: ['comments.created'] }
    const asAdmin = bySession(await aSession(at, admin.id))
    const made = await at.post('/webhooks', body, asAdmin)
    expect(made.status).toBe(201)
    const asOther = bySession(await aSession(at, contributor.id))
    expect((await at.post('/webhooks', body, asOther)).status).toBe(403)
    expect((await at.get('/webhooks', asOther)).status).toBe(403)
    const { token } = await at.aClient({ scopes: ['feedback:read', 'feedback:write'] })
    expect((await at.post('/webhooks', body, { token })).status).toBe(403)
    await remove(made.body.webhooks[0])
  })

  test('a token sends only what it may read', async () => {
    const scopes = ['settings:read', 'settings:write', 'feedback:read']
    const { token } = await at.aClient({ scopes })
    const receiver = await startReceiver()
    const refused = await at.post(
      '/webhooks',
      { url: receiver.url, events: ['users.created'] },
      { token },
    )
    expect(refused).toMatchObject({ status: 422, body: { errors: { events: expect.anything() } } })
    const made = await at.post(
      '/webhooks',
      { url: receiver.url, events: ['forum_invitations.created', 'suggestions.created'] },
      { token },
    )
    expect(made.status).toBe(422)
    const allowed = await at.post(
      '/webhooks',
      { url: receiver.url, events: ['suggestions.created'] },
      { token },
    )
    expect(allowed.status).toBe(201)
    const suggestion = await aSuggestion()
    await expect.poll(() => receiver.received.length, SOON).toBe(1)
    const limited = await at.get(`/suggestions/${suggestion.id}`, { token })
    const [request] = receiver.received as [Received]
    expect(Object.keys(dataOf(request))).toEqual(Object.keys(limited.body.suggestions[0]))
    expect(Object.keys(dataOf(request)).length).toBeLessThan(Object.keys(suggestion).length)
    await remove(allowed.body.webhooks[0])
  })

  test('when the person who saved it is no admin any more, nothing is sent', async () => {
    const admin = await aPerson(at, 'admin')
    const receiver = await startReceiver()
    const made = await at.post(
      '/webhooks',
      { url: receiver.url, events: ['suggestions.created'] },
      bySession(await aSession(at, admin.id)),
    )
    const [hook] = made.body.webhooks
    await sql`
      update permissions set license_type = 'contributor' where user_id = ${admin.id}`.execute(
      at.db,
    )
    await aSuggestion()
    await expect.poll(() => statesOf(hook), SOON).toEqual(['skipped'])
    expect(receiver.received).toEqual([])
    await at.put(`/webhooks/${hook.id}`, { name: 'Mine now' })
    await aSuggestion()
    await expect.poll(() => receiver.received.length, SOON).toBe(1)
    await remove(hook)
  })

  test.each([
    [{ url: 'ftp://a.test', events: ['users.created'] }, 'url'],
    [{ url: 'http://10.0.0.1/', events: ['users.created'] }, 'url'],
    [{ url: 'http://169.254.169.254/latest', events: ['users.created'] }, 'url'],
    [{ url: 'https://a.test', events: ['suggestions.voted'] }, 'events'],
    [{ url: 'https://a.test', events: ['audit_entries.created'] }, 'events'],
    [{ url: 'https://a.test', events: ['sso_keys.created'] }, 'events'],
    [{ url: 'https://a.test', events: ['webhooks.updated'] }, 'events'],
    [{ url: 'https://a.test', events: [] }, 'events'],
    [{ url: 'https://a.test', events: ['new_suggestion'] }, 'events'],
    [{ url: 'https://a.test', events: ['users.created'], format: 'service_hook' }, 'events'],
    [{ url: 'https://a.test', events: ['users.created'], secret: 'short' }, 'secret'],
    [
      { url: 'https://a.test', events: ['users.created'], format: 'slack', secret: 'a'.repeat(15) },
      'secret',
    ],
    [
      { url: 'https://a.test', events: ['users.created'], format: 'slack', signature: 'ed25519' },
      'signature',
    ],
    [{ url: 'https://a.test', events: ['users.created'], links: { forums: [0] } }, 'links'],
  ])('%j is refused', async (body, member) => {
    const { status, body: answer } = await at.post('/webhooks', body)
    expect(status).toBe(422)
    expect(Object.keys(answer.errors)).toEqual([member])
  })

  test('a form that others read cannot have a key pair, and a secret of 16 characters is enough for it', async () => {
    const url = 'https://a.test'
    const pair = await created(url, { signature: 'ed25519' })
    const refused = await at.put(`/webhooks/${pair.id}`, { format: 'slack' })
    expect(refused).toMatchObject({
      status: 422,
      body: { errors: { signature: expect.any(String) } },
    })
    expect(await at.shown(`/webhooks/${pair.id}`)).toMatchObject({ format: 'standard' })
    const secret = 'a'.repeat(16)
    const hook = await created(url, { format: 'slack', secret })
    expect(hook).toMatchObject({ format: 'slack', secret })
    await remove(pair)
    await remove(hook)
  })

  test('secrets are shown once and stored nowhere plain', async () => {
    const hook = await created('https://hooks.example.com/secret')
    const rotated = await at.post(`/webhooks/${hook.id}/rotate_secret`, {})
    const secrets = [String(hook.secret), String(rotated.body.webhooks[0].secret)]
    expect(await at.shown(`/webhooks/${hook.id}`)).toMatchObject({ secret: null })
    const { rows } = await sql<{ all: string }>`
      select concat((select string_agg(w::text, '') from webhooks w), (select string_agg(s::text, '') from webhook_secrets s),
        (select string_agg(a::text, '') from audit_entries a), (select string_agg(d::text, '') from webhook_deliveries d)) as all`.execute(
      at.db,
    )
    for (const secret of secrets) {
      expect(rows[0]?.all).not.toContain(secret.slice(6))
      expect(log.join()).not.toContain(secret.slice(6))
    }
    const { body } = await at.get('/audit_entries?per_page=100')
    const actions = body.audit_entries
      .filter(({ subject_id: id }: Shown) => id === hook.id)
      .map(({ action }: Shown) => action)
    expect(actions).toEqual(expect.arrayContaining(['webhook_created', 'webhook_secret_rotated']))
    await remove(hook)
  })

  test('there are at most 50', async () => {
    const small = await startTestService()
    const body = { url: 'https://hooks.example.com/', events: ['users.created'] }
    for (let i = 0; i < 50; i++) await small.made('/webhooks', body)
    expect((await small.post('/webhooks', body)).status).toBe(409)
  })
})
