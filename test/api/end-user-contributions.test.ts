// What end users and guests contribute through their API: limits, moderation, confirmation, reports, and announcements beside answers.
import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import type { MailSettings } from '../../src/core/mail.ts'
import { aPortal } from '../support/end-users.ts'
import { startMailServer } from '../support/mail-server.ts'
import { aPortalBrowser, signInMailTo } from '../support/portal.ts'
import { startTestService } from '../support/service.ts'

const { received, port } = await startMailServer('unused')
const mail: MailSettings = { host: '127.0.0.1', port, tls: 'none', auth: null, from: 'a@b.test' }
const at = await startTestService(undefined, {
  hasJobs: true,
  settings: {
    mail,
    guest_work_bits: 6,
    held_words: ['casino'],
    comments_per_hour: 4,
    reports_to_hide: 2,
    default_support_tier: 'everyone',
    default_comment_tier: 'everyone',
    default_suggest_tier: 'everyone',
  },
})
const portal = await aPortal(at)
const aPerson = () => portal.sign(portal.somebody())

let numbers = 0
const unique = (name: string) => {
  numbers += 1
  return `${name} ${numbers} ${process.hrtime.bigint()}`
}
const newForum = (more: object = {}) => at.made('/forums', { name: unique('Forum'), ...more })
const newIdea = async (forum: number) =>
  (await at.made('/suggestions', { title: unique('Idea'), links: { forum } })).id

describe('what people who are signed in add', () => {
  test('waits where the forum says so, and only its author sees it', async () => {
    const forum = await newForum({
      suggestion_moderation: 'everyone',
      comment_moderation: 'everyone',
    })
    const author = aPerson()
    const { status, body } = await portal.post(
      `/forums/${forum.id}/ideas`,
      { title: unique('Mine') },
      author,
    )
    expect([status, body.state]).toEqual([201, 'waiting'])
    expect((await portal.get(`/ideas/${body.id}`, author)).status).toBe(200)
    expect((await portal.get(`/ideas/${body.id}`, aPerson())).status).toBe(404)
    const idea = await newIdea(forum.id)
    await portal.post(`/ideas/${idea}/comments`, { text: unique('Waits') }, author)
    const listed = async (token: string | null) =>
      (await portal.get(`/ideas/${idea}/comments`, token)).body.length
    expect([await listed(author), await listed(aPerson()), await listed(null)]).toEqual([1, 0, 0])
  })

  test('waits with a held word, and an approved comment cannot get one', async () => {
    const { id } = await newForum()
    const author = aPerson()
    const { body: idea } = await portal.post(
      `/forums/${id}/ideas`,
      { title: unique('My CASINO') },
      author,
    )
    expect(idea.state).toBe('waiting')
    const about = await newIdea(id)
    const { body: comment } = await portal.post(
      `/ideas/${about}/comments`,
      { text: unique('Fine') },
      author,
    )
    const changed = await portal.put(`/comments/${comment.id}`, { text: 'Visit my casino' }, author)
    expect([changed.status, changed.text]).toEqual([
      409,
      expect.stringContaining('must be approved'),
    ])
    expect((await portal.put(`/comments/${comment.id}`, { text: 'Better' }, author)).status).toBe(
      200,
    )
  })

  test('has a limit per hour for each person, and none for others', async () => {
    const idea = await newIdea((await newForum()).id)
    const author = aPerson()
    const add = async (token: string) =>
      (await portal.post(`/ideas/${idea}/comments`, { text: unique('One more') }, token)).status
    expect([await add(author), await add(author), await add(author), await add(author)]).toEqual([
      201, 201, 201, 201,
    ])
    expect(await add(author)).toBe(429)
    expect(await add(aPerson())).toBe(201)
  })
})

describe('reports', () => {
  test('of enough people hide a comment until a moderator decides', async () => {
    const idea = await newIdea((await newForum()).id)
    const { body: comment } = await portal.post(
      `/ideas/${idea}/comments`,
      { text: unique('Rude') },
      aPerson(),
    )
    const shown = async () => (await portal.get(`/ideas/${idea}/comments`)).body.length
    const first = aPerson()
    const report = (token: string | null, body: object = { reason: 'abuse' }) =>
      portal.post(`/comments/${comment.id}/report`, body, token)
    expect((await report(null)).status).toBe(401)
    expect((await report(first, { reason: 'because' })).status).toBe(422)
    expect((await report(first)).body).toEqual({ reported: true })
    expect((await report(first)).status).toBe(200)
    expect(await shown()).toBe(1)
    expect((await report(aPerson())).status).toBe(200)
    expect(await shown()).toBe(0)
    const { content_reports } = (await at.get(`/content_reports?comment=${comment.id}`)).body
    expect(content_reports).toHaveLength(2)
  })

  test('need something that the person sees', async () => {
    const hidden = await newIdea((await newForum({ access: { see: { tier: 'staff' } } })).id)
    expect(
      (await portal.post(`/ideas/${hidden}/report`, { reason: 'spam' }, aPerson())).status,
    ).toBe(404)
  })
})

describe('guests', () => {
  /** As a browser finds it, without our code. */
  function solve({ seed, bits }: { seed: string; bits: number }): number {
    for (let answer = 0; ; answer += 1) {
      const hash = createHash('sha256').update(`${seed}:${answer}`).digest()
      if (hash.readUInt32BE(0) >>> (32 - bits) === 0) return answer
    }
  }
  const aChallenge = async () => {
    const { body } = await portal.get('/challenges/new')
    expect(body.bits).toBe(6)
    return { token: body.token, answer: solve(body) }
  }
  const anAddress = () => `${unique('guest').replaceAll(' ', '-')}@customer.test`
  const send = async (body: object) => portal.post('/guest_contributions', body)
  const leave = async (body: object) => send({ ...body, challenge: await aChallenge() })

  test('write with an address, and what they wrote is theirs when the address is confirmed', async () => {
    const forum = await newForum()
    const idea = await newIdea(forum.id)
    const email = anAddress()
    const title = unique('Suggested by a guest')
    const { status, body } = await leave({
      name: 'Gia',
      email,
      suggestion: { forum_id: forum.id, title },
    })
    expect([status, body]).toEqual([202, { state: 'waiting', confirmation: 'mail' }])
    await leave({ email, vote: { idea_id: idea } })
    await leave({ email, comment: { idea_id: idea, text: 'As a guest' } })
    const titles = async () =>
      (await portal.get(`/forums/${forum.id}/ideas`)).body.map(
        (one: { title: string }) => one.title,
      )
    expect(await titles()).not.toContain(title)
    expect((await at.get(`/users?email_address=${encodeURIComponent(email)}`)).body.users).toEqual(
      [],
    )
    const { link } = await signInMailTo(received, email, 1)
    const browser = aPortalBrowser(at)
    expect((await browser.submit(link)).status).toBe(303)
    expect(await titles()).toContain(title)
    const { body: shown } = await portal.get(`/ideas/${idea}`)
    expect(shown).toMatchObject({ supporters_count: 1, comments_count: 1 })
  })

  test('get the same answer for every address', async () => {
    const forum = await newForum()
    const known = portal.somebody()
    await portal.signIn(known)
    const suggestion = () => ({ forum_id: forum.id, title: unique('Same') })
    const answers = [
      await leave({ email: known.email, suggestion: suggestion() }),
      await leave({ email: anAddress(), suggestion: suggestion() }),
    ]
    expect(answers.map(({ status, text }) => [status, text])).toEqual([
      [202, answers[0]?.text],
      [202, answers[0]?.text],
    ])
  })

  test('must solve a challenge, each once', async () => {
    const forum = await newForum()
    const draft = () => ({
      email: anAddress(),
      suggestion: { forum_id: forum.id, title: unique('Worked for') },
    })
    expect((await send(draft())).status).toBe(422)
    const challenge = await aChallenge()
    const cheap = await send({
      ...draft(),
      challenge: { ...challenge, answer: challenge.answer + 1 },
    })
    expect([cheap.status, cheap.text]).toEqual([
      422,
      expect.stringContaining('challenge: unsolved'),
    ])
    expect((await send({ ...draft(), challenge })).status).toBe(202)
    expect((await send({ ...draft(), challenge })).text).toContain('challenge: used')
  })

  test('do only what the forum allows them', async () => {
    const members = await newForum({ access: { suggest: { tier: 'signed_in' } } })
    const hidden = await newForum({ access: { see: { tier: 'chosen' } } })
    const email = anAddress()
    const suggest = async (forum_id: number) =>
      (await leave({ email, suggestion: { forum_id, title: unique('Not here') } })).status
    expect([await suggest(members.id), await suggest(hidden.id), await suggest(999_999)]).toEqual([
      403, 404, 404,
    ])
    const both = { suggestion: { forum_id: members.id, title: 'x' }, vote: { idea_id: 1 } }
    expect((await leave({ email, ...both })).status).toBe(422)
    expect((await leave({ email: 'nobody', vote: { idea_id: 1 } })).status).toBe(422)
  })

  test('that are programs learn nothing, and nothing is kept', async () => {
    const forum = await newForum()
    const email = anAddress()
    const suggestion = { forum_id: forum.id, title: unique('Buy now') }
    const { status } = await leave({ email, suggestion, website: 'https://spam.test' })
    expect(status).toBe(202)
    const { guest_contributions } = (await at.get('/guest_contributions?per_page=100')).body
    expect(
      guest_contributions.map((one: { email_address: string }) => one.email_address),
    ).not.toContain(email)
  })
})

test('updates are announcements and official answers, the newest first', async () => {
  const forum = await newForum()
  const secret = await newForum({ access: { see: { tier: 'staff' } } })
  const idea = await newIdea(forum.id)
  const hidden = await newIdea(secret.id)
  await at.made('/status_updates', { body: 'We do it', links: { suggestion: idea, status: 1 } })
  const announce = async (title: string, links: object) => {
    const { id } = await at.made('/announcements', { title, body: 'Read this', links })
    expect((await at.put(`/announcements/${id}/publish`, {})).status).toBe(200)
    return id
  }
  const id = await announce('For everybody', { suggestions: [idea, hidden] })
  const limited = await announce('For staff', { forums: [secret.id] })
  const { body } = await portal.get(`/updates?per_page=100`)
  const own = body.filter(
    (one: { type: string; id: number; ideas: { id: number }[] }) =>
      one.ideas.some((about) => about.id === idea) || one.id === limited,
  )
  expect(own).toMatchObject([
    { type: 'announcement', id, title: 'For everybody', ideas: [{ id: idea }] },
    { type: 'status_update', text: 'We do it', ideas: [{ id: idea }] },
  ])
  expect((await portal.get(`/announcements/${id}`)).body).toEqual(own[0])
  expect((await portal.get(`/announcements/${limited}`)).status).toBe(404)
  const first = await portal.get('/updates?per_page=1')
  expect(first.headers.link).toContain('rel=next')
  const next = await portal.get(`/updates?per_page=1&cursor=${first.headers['x-next-cursor']}`)
  expect([first.body[0].type, next.body[0].type]).toEqual(['announcement', 'status_update'])
})
