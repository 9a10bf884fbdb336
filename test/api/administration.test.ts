// Account administration: teams, statuses, permissions, invitations, views, the account itself, translations, and
// collections without a published schema.
import { sql } from 'kysely'
import pg from 'pg'
import { beforeAll, describe, expect, test } from 'vitest'
import {
  aSuggestion,
  aUser,
  countWaiting,
  figuresTableOf,
  idsOf,
  insert,
} from '../support/factories.ts'
import { startTestService, type TestService } from '../support/service.ts'

let at: TestService
const logLines: string[] = []

beforeAll(async () => {
  at = await startTestService(logLines)
})

type Shown = { id: number; links: Record<string, unknown>; [field: string]: unknown }

const create = async (path: string, body: object): Promise<Shown> => {
  const answer = await at.post(path, body)
  expect(answer.status, answer.text).toBe(201)
  return answer.body[path.slice(1)][0]
}
const update = async (path: string, body: object): Promise<Shown> => {
  const answer = await at.put(path, body)
  expect(answer.status, answer.text).toBe(200)
  return (Object.values(answer.body)[0] as Shown[])[0] as Shown
}
const expectDeletion = async (path: string): Promise<Shown> => {
  const answer = await at.call('DELETE', path)
  expect(answer.status, answer.text).toBe(200)
  expect((await at.get(path)).status).toBe(404)
  expect((await at.call('DELETE', path)).status).toBe(404)
  return (Object.values(answer.body)[0] as Shown[])[0] as Shown
}
const fetchOne = async (path: string): Promise<Shown> => {
  const { body } = await at.get(path)
  return (Object.values(body)[0] as Shown[])[0] as Shown
}
const expectError = async (method: string, path: string, body: unknown, status = 422) => {
  const answer = await at.call(method, path, { body })
  expect(answer.status, answer.text).toBe(status)
  return answer.body
}
const fetchOwnerId = async () => (await fetchOne('/users/current')).id
const setOldUpdatedAt = (table: string, id: number) =>
  sql`update ${sql.table(figuresTableOf(table))} set updated_at = '2020-01-01' where id = ${id}`.execute(
    at.db,
  )
const OLD = '2020-01-01T00:00:00Z'

describe('teams', () => {
  const pair = (team: number, user: number) => ({ links: { team, user } })

  // While this is the only team: the lock of another one would also make the second transaction wait.
  test('count members that are assigned concurrently', async () => {
    const { id } = await create('/teams', { name: 'Concurrent' })
    const cleo = await aUser(at.db, 'cleo@example.com')
    const dan = await aUser(at.db, 'dan@example.com')
    const other = new pg.Client(at.connection)
    await other.connect()
    await other.query('begin')
    await other.query('insert into team_members (team_id, user_id) values ($1, $2)', [id, cleo])
    const assigning = at.post('/teams/assign', pair(id, dan))
    await expect.poll(() => countWaiting(at.db)).toBe(1)
    await other.query('commit')
    await other.end()
    expect((await assigning).body.teams[0].members_count).toBe(2)
  })

  test('are created, renamed and deleted, and their members remain', async () => {
    const team = await create('/teams', { name: 'Support' })
    expect(team).toMatchObject({ name: 'Support', members_count: 0 })
    expect(await update(`/teams/${team.id}`, { name: 'Success' })).toMatchObject({
      name: 'Success',
    })
    const user = await aUser(at.db, 'member@example.com')
    await at.post('/teams/assign', pair(team.id, user))
    await setOldUpdatedAt('users', user)
    expect(await expectDeletion(`/teams/${team.id}`)).toMatchObject({
      name: 'Success',
      members_count: 1,
    })
    const formerMember = await fetchOne(`/users/${user}`)
    expect(formerMember.links.teams).toEqual([])
    expect(formerMember.updated_at).not.toBe(OLD)
  })

  test('count each member once when assigned repeatedly', async () => {
    const { id } = await create('/teams', { name: 'Counted' })
    const ann = await aUser(at.db, 'ann@example.com')
    const ben = await aUser(at.db, 'ben@example.com')
    await setOldUpdatedAt('users', ann)
    for (const user of [ann, ben, ann]) {
      const { status, body } = await at.post('/teams/assign', pair(id, user))
      expect(status).toBe(200)
      expect(body.teams[0].id).toBe(id)
    }
    expect((await fetchOne(`/teams/${id}`)).members_count).toBe(2)
    const member = await fetchOne(`/users/${ann}`)
    expect(member.links.teams).toEqual([id])
    expect(member.updated_at).not.toBe(OLD)
    expect(idsOf((await at.get(`/users?team=${id}&sort=id`)).body.users)).toEqual([ann, ben])
    for (const user of [ann, ann]) {
      const { status, body } = await at.post('/teams/unassign', pair(id, user))
      expect(status).toBe(200)
      expect(body.teams[0].members_count).toBe(1)
    }
    await sql`delete from users where id = ${ben}`.execute(at.db)
    expect((await fetchOne(`/teams/${id}`)).members_count).toBe(0)
  })

  test('count members of concurrent calls and of one statement', async () => {
    const [one, other] = [
      await create('/teams', { name: 'One' }),
      await create('/teams', { name: 'B' }),
    ]
    const people: number[] = []
    for (let i = 0; i < 8; i++) people.push(await aUser(at.db, `many-${i}@example.com`))
    await Promise.all(people.map((user) => at.post('/teams/assign', pair(one.id, user))))
    expect((await fetchOne(`/teams/${one.id}`)).members_count).toBe(8)
    await sql`
      insert into team_members (team_id, user_id)
      select team, unnest(${people}::bigint[]) from unnest(${[one.id, other.id]}::bigint[]) team
      on conflict do nothing`.execute(at.db)
    expect((await fetchOne(`/teams/${other.id}`)).members_count).toBe(8)
    await sql`delete from team_members where user_id <> ${people[0]}`.execute(at.db)
    expect((await fetchOne(`/teams/${one.id}`)).members_count).toBe(1)
    expect((await fetchOne(`/teams/${other.id}`)).members_count).toBe(1)
  })

  test('count members of overlapping transactions', async () => {
    const { id } = await create('/teams', { name: 'Open' })
    const [ann, ben] = [
      await aUser(at.db, 'tx-a@example.com'),
      await aUser(at.db, 'tx-b@test.test'),
    ]
    const clients = [new pg.Client(at.connection), new pg.Client(at.connection)] as const
    await Promise.all(clients.map((client) => client.connect()))
    const join = (client: pg.Client, user: number) =>
      client.query('insert into team_members (team_id, user_id) values ($1, $2)', [id, user])
    for (const client of clients) await client.query('begin')
    await join(clients[0], ann)
    const blockedJoin = join(clients[1], ben)
    await clients[0].query('commit')
    await blockedJoin
    await clients[1].query('commit')
    await Promise.all(clients.map((client) => client.end()))
    expect((await fetchOne(`/teams/${id}`)).members_count).toBe(2)
  })

  test('require a name and existing members', async () => {
    expect((await expectError('POST', '/teams', {})).errors).toEqual({ name: 'required' })
    expect((await expectError('POST', '/teams', { name: ' ' })).errors).toEqual({ name: 'blank' })
    await expectError('PUT', '/teams/99999', { name: 'x' }, 404)
    for (const verb of ['assign', 'unassign']) {
      const owner = await fetchOwnerId()
      const { errors } = await expectError('POST', `/teams/${verb}`, pair(99_999, owner))
      expect(errors).toEqual({ links: { team: 'not_found' } })
      const { id } = await create('/teams', { name: 'Empty' })
      expect((await expectError('POST', `/teams/${verb}`, pair(id, 99_999))).errors).toEqual({
        links: { user: 'not_found' },
      })
      expect((await expectError('POST', `/teams/${verb}`, { links: { team: id } })).errors).toEqual(
        {
          links: { user: 'required' },
        },
      )
    }
  })
})

describe('statuses', () => {
  const aStatus = (more: object = {}) => create('/statuses', { name: 'On hold', ...more })
  const aForum = () => create('/forums', { name: 'Ideas' })

  test('are open and not the default unless requested', async () => {
    expect(await aStatus()).toMatchObject({
      name: 'On hold',
      is_open: true,
      hex_color: '#999999',
      position: 0,
      allow_comments: true,
      is_default: false,
    })
    const { id } = await aStatus({
      is_open: false,
      hex_color: '#A0b1C2',
      position: 7,
      allow_comments: false,
    })
    expect(await update(`/statuses/${id}`, { name: 'Shelved' })).toMatchObject({
      name: 'Shelved',
      is_open: false,
      hex_color: '#A0b1C2',
      position: 7,
      allow_comments: false,
    })
  })

  test('have one default, also after concurrent changes', async () => {
    const defaults = async () => {
      const { body } = await at.get('/statuses?per_page=100')
      return body.statuses.filter((one: Shown) => one.is_default).map((one: Shown) => one.name)
    }
    await aStatus({ name: 'First', is_default: true })
    expect(await defaults()).toEqual(['First'])
    const second = await aStatus({ name: 'Second' })
    await update(`/statuses/${second.id}`, { is_default: true })
    expect(await defaults()).toEqual(['Second'])
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, i) =>
        at.post('/statuses', { name: `Default ${i}`, is_default: true }),
      ),
    )
    expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(201))
    expect(await defaults()).toHaveLength(1)
    await expectError('PUT', '/statuses/99999', { is_default: true }, 404)
    expect(await defaults()).toHaveLength(1)
  })

  test('open and close their suggestions and update the counts', async () => {
    const forum = await aForum()
    const status = await aStatus()
    const other = await aStatus({ name: 'Other', is_open: false })
    const ids: number[] = []
    for (const links of [{ status: status.id }, { status: status.id }, { status: other.id }, {}])
      ids.push(
        (await create('/suggestions', { title: 'x', links: { forum: forum.id, ...links } })).id,
      )
    const states = async () => {
      const { body } = await at.get(`/suggestions?forum=${forum.id}&sort=id`)
      return body.suggestions.map((one: Shown) => one.closed_at !== null)
    }
    expect(await states()).toEqual([false, false, true, false])
    expect((await fetchOne(`/forums/${forum.id}`)).open_suggestions_count).toBe(3)
    await setOldUpdatedAt('suggestions', ids[0] as number)
    await update(`/statuses/${status.id}`, { is_open: false })
    expect(await states()).toEqual([true, true, true, false])
    expect((await fetchOne(`/forums/${forum.id}`)).open_suggestions_count).toBe(1)
    expect((await fetchOne(`/suggestions/${ids[0]}`)).updated_at).not.toBe(OLD)
    await setOldUpdatedAt('suggestions', ids[0] as number)
    await update(`/statuses/${status.id}`, { is_open: false, name: 'Again' })
    expect((await fetchOne(`/suggestions/${ids[0]}`)).updated_at).toBe(OLD)
    await update(`/statuses/${status.id}`, { is_open: true })
    expect(await states()).toEqual([false, false, true, false])
    expect((await fetchOne(`/forums/${forum.id}`)).open_suggestions_count).toBe(3)
  })

  test('wait for concurrent assignments before closing', async () => {
    const { id } = await aStatus()
    const suggestion = await aSuggestion(at.db, (await aForum()).id, 'x')
    const other = new pg.Client(at.connection)
    await other.connect()
    await other.query('begin')
    await other.query('update suggestions set status_id = $1 where id = $2', [id, suggestion])
    const closing = update(`/statuses/${id}`, { is_open: false })
    await other.query('select pg_sleep(0.1)')
    await other.query('commit')
    await other.end()
    await closing
    expect((await fetchOne(`/suggestions/${suggestion}`)).closed_at).not.toBeNull()
  })

  test('leave their suggestions open when deleted, and log it in the activity', async () => {
    const forum = await aForum()
    const status = await aStatus({ is_open: false })
    const ids: number[] = []
    for (let i = 0; i < 2; i++) {
      const links = { forum: forum.id, status: status.id }
      ids.push((await create('/suggestions', { title: 'x', links })).id)
    }
    const update = await insert(at.db, 'status_updates', {
      suggestion_id: ids[0],
      new_status_id: status.id,
      old_status_id: status.id,
    })
    expect(await expectDeletion(`/statuses/${status.id}`)).toMatchObject({ name: 'On hold' })
    for (const id of ids) {
      expect(await fetchOne(`/suggestions/${id}`)).toMatchObject({
        closed_at: null,
        links: { status: null },
      })
      const { body } = await at.get(
        `/suggestion_activity_entries?suggestion=${id}&kind=status_changed`,
      )
      expect(body.suggestion_activity_entries).toMatchObject([
        { links: { created_by: await fetchOwnerId(), old_status: null, new_status: null } },
      ])
    }
    expect((await fetchOne(`/status_updates/${update}`)).links).toMatchObject({
      new_status: null,
      old_status: null,
    })
    expect((await fetchOne(`/forums/${forum.id}`)).open_suggestions_count).toBe(2)
  })

  test.each([
    ['POST', {}, { name: 'required' }],
    ['POST', { name: 'x', hex_color: 'red' }, { hex_color: 'pattern' }],
    ['POST', { name: 'x', hex_color: '#12345' }, { hex_color: 'pattern' }],
    ['POST', { name: 'x', position: -1 }, { position: 'min' }],
    ['POST', { name: 'x', position: 2 ** 31 }, { position: 'max' }],
    ['POST', { name: 'x', is_open: 'maybe' }, { is_open: 'bool' }],
  ])('reject %s %j', async (method, body, errors) => {
    for (const collection of ['statuses', 'internal_statuses', 'feature_statuses']) {
      if ('is_open' in body && collection !== 'statuses') continue
      expect((await expectError(method, `/${collection}`, body)).errors).toEqual(errors)
    }
  })

  test('return 404 for an unknown id', async () => {
    for (const is_open of [true, false])
      await expectError('PUT', '/statuses/99999', { name: 'x', is_open }, 404)
    await expectError('DELETE', '/statuses/99999', undefined, 404)
  })
})

describe('internal statuses, feature statuses and product areas', () => {
  test.each(['internal_statuses', 'feature_statuses'])(
    '%s are created, updated and deleted, with one default',
    async (collection) => {
      const first = await create(`/${collection}`, { name: 'First', is_default: true })
      expect(first).toMatchObject({ name: 'First', hex_color: '#999999', is_default: true })
      const next = await create(`/${collection}`, {
        name: 'Next',
        hex_color: '#000000',
        position: 2,
      })
      await update(`/${collection}/${next.id}`, { is_default: true, name: 'Last' })
      expect(await fetchOne(`/${collection}/${first.id}`)).toMatchObject({ is_default: false })
      expect(await expectDeletion(`/${collection}/${next.id}`)).toMatchObject({
        name: 'Last',
        position: 2,
      })
    },
  )

  test('show who created and updated them', async () => {
    const owner = await fetchOwnerId()
    for (const collection of ['feature_statuses', 'product_areas']) {
      const { links } = await create(`/${collection}`, { name: 'x' })
      expect(links).toEqual({ created_by: owner, updated_by: owner })
    }
  })

  test('are removed from their records when deleted', async () => {
    const area = await create('/product_areas', { name: 'Billing' })
    const built = await create('/feature_statuses', { name: 'Built' })
    const triage = await create('/internal_statuses', { name: 'Triage' })
    const feature = await insert(at.db, 'features', {
      name: 'Invoices',
      product_area_id: area.id,
      feature_status_id: built.id,
    })
    const forum = (await fetchOne('/forums')).id
    const step = await insert(at.db, 'internal_status_updates', {
      suggestion_id: await aSuggestion(at.db, forum, 'x'),
      new_internal_status_id: triage.id,
      old_internal_status_id: triage.id,
    })
    expect(await update(`/product_areas/${area.id}`, { name: 'Money' })).toMatchObject({
      name: 'Money',
    })
    await expectDeletion(`/product_areas/${area.id}`)
    await expectDeletion(`/feature_statuses/${built.id}`)
    await expectDeletion(`/internal_statuses/${triage.id}`)
    expect((await fetchOne(`/features/${feature}`)).links).toMatchObject({
      product_area: null,
      feature_status: null,
    })
    expect((await fetchOne(`/internal_status_updates/${step}`)).links).toMatchObject({
      new_internal_status: null,
      old_internal_status: null,
    })
    expect((await expectError('POST', '/product_areas', { name: '' })).errors).toEqual({
      name: 'blank',
    })
  })
})

describe('permissions', () => {
  const email = () => `p${Math.random()}@example.com`

  test('create a user for the address and make it an administrator', async () => {
    const permission = await create('/permissions', {
      email: 'Admin@Example.com',
      license_type: 'admin',
      settings: 'manage_account',
    })
    expect(permission).toMatchObject({
      license_type: 'admin',
      feedback: 'contribute',
      features: 'none',
      knowledgebase: 'none',
      settings: 'manage_account',
      tickets: 'none',
      reply_to: null,
      invitation_code: expect.stringMatching(/^[\w-]{24}$/),
    })
    const user = await fetchOne(`/users/${permission.links.user}`)
    expect(user).toMatchObject({
      email_address: 'Admin@Example.com',
      is_admin: true,
      is_owner: false,
      permissions: {
        billing: 'manage',
        knowledgebase: 'none',
        license_type: 'admin',
        settings: 'manage_account',
        suggestions: 'contribute',
        tickets: 'none',
      },
    })
    expect(idsOf((await at.get(`/permissions?user=${user.id}`)).body.permissions)).toEqual([
      permission.id,
    ])
  })

  test.each([
    ['fullaccess_admin', true],
    ['admin', true],
    ['feedback_admin', true],
    ['contributor', false],
  ])('license %s makes an administrator: %s', async (license_type, is_admin) => {
    const { links } = await create('/permissions', { email: email(), license_type })
    expect(await fetchOne(`/users/${links.user}`)).toMatchObject({
      is_admin,
      permissions: { license_type, billing: 'none' },
    })
  })

  test('update the user when changed or deleted', async () => {
    const { id, links } = await create('/permissions', { email: email(), license_type: 'admin' })
    const user = `/users/${links.user}`
    await setOldUpdatedAt('users', links.user as number)
    const contributor = {
      license_type: 'contributor',
      feedback: 'view',
      reply_to: 'us@example.com',
    }
    expect(await update(`/permissions/${id}`, contributor)).toMatchObject(contributor)
    const updated = await fetchOne(user)
    expect(updated).toMatchObject({ is_admin: false, permissions: { suggestions: 'view' } })
    expect(updated.updated_at).not.toBe(OLD)
    await update(`/permissions/${id}`, { license_type: 'feedback_admin', reply_to: null })
    expect(await fetchOne(user)).toMatchObject({ is_admin: true })
    expect(await expectDeletion(`/permissions/${id}`)).toMatchObject({ reply_to: null })
    expect(await fetchOne(user)).toMatchObject({ is_admin: false, permissions: null })
  })

  test('exist once per user, ignoring case of the address, also for concurrent calls', async () => {
    const answers = await Promise.all(
      Array.from({ length: 6 }, () =>
        at.post('/permissions', { email: 'twice@example.com', license_type: 'contributor' }),
      ),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409, 409])
    const { id } = answers.filter(({ status }) => status === 201)[0]?.body.permissions[0] ?? {}
    const again = { email: 'Twice@Example.com', license_type: 'admin' }
    const { error, message } = await expectError('POST', '/permissions', again, 409)
    expect(error).toBe('conflict')
    expect(message).toContain(String(id))
    const user = await fetchOne(`/users?email_address=twice@example.com`)
    expect(user).toMatchObject({ is_admin: false, permissions: { license_type: 'contributor' } })
  })

  test('get a new invitation code when resent', async () => {
    const { id, invitation_code } = await create('/permissions', {
      email: email(),
      license_type: 'contributor',
    })
    const { status, body } = await at.call('PUT', `/permissions/${id}/resend`)
    expect(status).toBe(200)
    expect(body.permissions[0].invitation_code).toMatch(/^[\w-]{24}$/)
    expect(body.permissions[0].invitation_code).not.toBe(invitation_code)
    await expectError('PUT', '/permissions/99999/resend', {}, 404)
  })

  test('are deleted with the user', async () => {
    const { id, links } = await create('/permissions', { email: email(), license_type: 'admin' })
    await sql`delete from users where id = ${links.user}`.execute(at.db)
    expect((await at.get(`/permissions/${id}`)).status).toBe(404)
  })

  test.each([
    [{ license_type: 'admin' }, { email: 'required' }],
    [{ email: 'nobody', license_type: 'admin' }, { email: 'pattern' }],
    [{ email: 'a@example.com' }, { license_type: 'required' }],
    [{ email: 'a@example.com', license_type: 'root' }, { license_type: 'in' }],
    [
      { email: 'a@example.com', license_type: 'admin', feedback: 'all', features: 'contribute' },
      { feedback: 'in', features: 'in' },
    ],
    [
      { email: 'a@example.com', license_type: 'admin', knowledgebase: '1', settings: 'view' },
      { knowledgebase: 'in', settings: 'in' },
    ],
  ])('reject %j', async (body, errors) => {
    expect((await expectError('POST', '/permissions', body)).errors).toEqual(errors)
    expect((await at.get('/users?email_address=a@example.com')).body.users).toEqual([])
  })
})

describe('forum invitations', () => {
  test('are created once per address', async () => {
    const forum = (await create('/forums', { name: 'Private' })).id
    const input = {
      subject: 'Join',
      reply_to: 'us@example.com',
      message: 'Please',
      links: { forum },
    }
    const first = await at.post('/forum_invitations', { ...input, email: ['b@x.test', 'a@x.test'] })
    expect(first.status).toBe(201)
    expect(first.body.forum_invitations).toMatchObject([
      {
        email: 'b@x.test',
        subject: 'Join',
        reply_to: 'us@example.com',
        text: 'Please',
        claimed_at: null,
        code: expect.stringMatching(/^[\w-]{24}$/),
        links: { forum, invited_by: await fetchOwnerId(), claimed_by: null },
      },
      { email: 'a@x.test' },
    ])
    const [b, a] = idsOf(first.body.forum_invitations)
    const again = await at.post('/forum_invitations', {
      email: 'A@X.test, c@x.test, C@x.test, b@x.test',
      message: 'Again',
      links: { forum },
    })
    expect(again.status).toBe(201)
    const records = again.body.forum_invitations
    expect(records.map((one: Shown) => [one.email, one.text])).toEqual([
      ['a@x.test', 'Please'],
      ['c@x.test', 'Again'],
      ['b@x.test', 'Please'],
    ])
    expect([records[0].id, records[2].id]).toEqual([a, b])
    expect(new Set(records.map((one: Shown) => one.code)).size).toBe(3)
    expect((await at.get(`/forum_invitations?forum=${forum}`)).body.pagination).toMatchObject({
      total_records: 3,
    })
  })

  test('are created once by concurrent calls', async () => {
    const forum = (await create('/forums', { name: 'Busy' })).id
    const answers = await Promise.all(
      Array.from({ length: 6 }, () =>
        at.post('/forum_invitations', { email: ['x@x.test', 'y@x.test'], links: { forum } }),
      ),
    )
    const ids = answers.map(({ body }) => idsOf(body.forum_invitations))
    expect(ids).toEqual(Array(6).fill(ids[0]))
  })

  test('are deleted', async () => {
    const forum = (await fetchOne('/forums')).id
    const { id } = await create('/forum_invitations', { email: 'gone@x.test', links: { forum } })
    expect(await expectDeletion(`/forum_invitations/${id}`)).toMatchObject({ email: 'gone@x.test' })
  })

  test.each([
    [{ links: { forum: 1 } }, { email: 'required' }],
    [{ email: [], links: { forum: 1 } }, { email: 'min_length' }],
    [{ email: ['a@x.test', 'b'], links: { forum: 1 } }, { email: [null, 'pattern'] }],
    [{ email: 'a@x.test' }, { links: { forum: 'required' } }],
    [{ email: 'a@x.test', links: { forum: 99_999 } }, { links: { forum: 'not_found' } }],
    [{ email: 'a@x.test', reply_to: 'me', links: { forum: 1 } }, { reply_to: 'pattern' }],
  ])('reject %j', async (body, errors) => {
    expect((await expectError('POST', '/forum_invitations', body)).errors).toEqual(errors)
  })
})

describe('views', () => {
  test('belong to the caller by default', async () => {
    const owner = await fetchOwnerId()
    expect(await create('/views', { kind: 'suggestions' })).toMatchObject({
      kind: 'suggestions',
      sub_kind: null,
      name: '',
      params: null,
      position: 0,
      subscribed: false,
      subscription_params: null,
      object_id: null,
      links: { user: owner, created_by: owner, smartvote_experiment: null },
    })
    const user = await aUser(at.db, 'viewer@example.com')
    const suggestion = await aSuggestion(at.db, (await fetchOne('/forums')).id, 'Seen')
    const input = {
      kind: 'users',
      sub_kind: 'supporters',
      name: 'Fans',
      params: 'sort=name',
      subscribed: true,
      subscription_params: 'weekly',
    }
    expect(await create('/views', { ...input, links: { user, suggestion } })).toMatchObject({
      ...input,
      object_id: suggestion,
      links: { user, created_by: owner },
    })
  })

  test('are updated, shared and deleted', async () => {
    const user = await aUser(at.db, 'sharer@example.com')
    const reader = await aUser(at.db, 'reader@example.com')
    const { id } = await create('/views', { kind: 'users', params: 'a=1', links: { user } })
    const changes = { name: 'All', params: null, position: 4, subscribed: true }
    expect(await update(`/views/${id}`, changes)).toMatchObject(changes)
    const listViewsOf = async (one: number) =>
      idsOf((await at.get(`/views?user=${one}`)).body.views)
    expect(await listViewsOf(user)).toEqual([id])
    expect(await listViewsOf(reader)).toEqual([])
    const { status, body } = await at.call('PUT', `/views/${id}/share`)
    expect(status).toBe(200)
    expect(body.views[0].links.user).toBeNull()
    expect(await listViewsOf(reader)).toEqual([id])
    expect(await expectDeletion(`/views/${id}`)).toMatchObject({ name: 'All' })
    await expectError('PUT', `/views/${id}/share`, {}, 404)
  })

  test('are deleted with an erased user', async () => {
    const user = await aUser(at.db, 'erased@example.com')
    const { id } = await create('/views', { kind: 'users', links: { user } })
    await sql`delete from users where id = ${user}`.execute(at.db)
    expect((await at.get(`/views/${id}`)).status).toBe(404)
  })

  test.each([
    [{}, { kind: 'required' }],
    [{ kind: 'forums' }, { kind: 'in' }],
    [{ kind: 'users', sub_kind: 'users' }, { sub_kind: 'in' }],
    [{ kind: 'users', links: { user: 99_999 } }, { links: { user: 'not_found' } }],
    [{ kind: 'users', links: { suggestion: 99_999 } }, { links: { suggestion: 'not_found' } }],
    [
      { kind: 'other', links: { smartvote_experiment: 1 } },
      { kind: 'in', links: { smartvote_experiment: 'not_found' } },
    ],
    [
      { kind: 'smartvote_experiments', links: { smartvote_experiment: 1 } },
      { links: { smartvote_experiment: 'not_found' } },
    ],
  ])('reject %j', async (body, errors) => {
    expect((await expectError('POST', '/views', body)).errors).toEqual(errors)
  })
})

describe('the account', () => {
  test('updates name, key, address and default forum', async () => {
    const { id, links } = await fetchOne('/subdomains/current')
    const forum = (await create('/forums', { name: 'Front' })).id
    const input = { name: 'Ours', key: 'our-ideas', cname: 'ideas.example.com' }
    expect(
      await update(`/subdomains/${id}`, { ...input, links: { default_forum: forum } }),
    ).toMatchObject({ ...input, links: { default_forum: forum } })
    expect(await fetchOne(`/forums/${forum}`)).toMatchObject({ is_default: true })
    expect(await fetchOne(`/forums/${links.default_forum}`)).toMatchObject({ is_default: false })
    expect(await update(`/subdomains/${id}`, { cname: '' })).toMatchObject({
      name: 'Ours',
      cname: null,
    })
    // Also when the forum is changed directly.
    await update(`/forums/${links.default_forum}`, { is_default: true })
    expect(await fetchOne('/subdomains/current?includes=forums')).toMatchObject({ links })
    await update(`/subdomains/${id}`, { links: { default_forum: null } })
    expect((await fetchOne('/subdomains/current')).links).toEqual({ default_forum: null })
    await update(`/subdomains/${id}`, { links })
  })

  test.each([
    [{ key: 'not a label' }, { key: 'pattern' }],
    [{ key: '-x' }, { key: 'pattern' }],
    [{ cname: 'localhost' }, { cname: 'pattern' }],
    [{ cname: 'https://ideas.example.com/' }, { cname: 'pattern' }],
    [{ name: 'x'.repeat(256) }, { name: 'max_runes' }],
    [{ links: { default_forum: 99_999 } }, { links: { default_forum: 'not_found' } }],
  ])('rejects %j', async (body, errors) => {
    const before = await fetchOne('/subdomains/current')
    expect((await expectError('PUT', `/subdomains/${before.id}`, body)).errors).toEqual(errors)
    expect(await fetchOne('/subdomains/current')).toEqual(before)
    await expectError('PUT', '/subdomains/99999', { name: 'x' }, 404)
  })
})

describe('translations', () => {
  test('are set, replaced, removed and deleted per locale', async () => {
    const forum = (await create('/forums', { name: 'Ideas', welcome_message: '<b>Hi</b>' })).id
    const [name, welcome] = [`forum.${forum}.name`, `forum.${forum}.welcome_message`]
    const path = '/translatable_strings/pt-BR'
    expect((await at.get(path)).body).toEqual({ plain: {}, html: {} })
    const category = await create('/categories', { name: 'Reports', links: { forum } })
    const reports = `category.${category.id}.name`
    const set = await at.put(path, {
      plain: { [name]: 'Ideias', [reports]: 'Relatórios' },
      html: { [welcome]: '<b>Oi</b>' },
    })
    expect(set.status).toBe(200)
    const all = {
      plain: { [name]: 'Ideias', [reports]: 'Relatórios' },
      html: { [welcome]: '<b>Oi</b>' },
    }
    expect(set.body).toEqual(all)
    expect((await at.get('/translatable_strings/pt_br')).body).toEqual(all)
    expect((await at.get('/translatable_strings/pt')).body).toEqual({ plain: {}, html: {} })
    expect((await at.put(path, { plain: { [name]: 'Sugestões' } })).body).toEqual({
      ...all,
      plain: { ...all.plain, [name]: 'Sugestões' },
    })
    expect(
      (await at.put(path, { plain: { [reports]: null }, html: { [welcome]: '' } })).body,
    ).toEqual({ plain: { [name]: 'Sugestões' }, html: {} })
    expect((await at.put(path, {})).body.plain).toEqual({ [name]: 'Sugestões' })
    const { status, body } = await at.call('DELETE', path)
    expect(status).toBe(200)
    expect(body).toEqual({ plain: { [name]: 'Sugestões' }, html: {} })
    expect((await at.get(path)).body).toEqual({ plain: {}, html: {} })
    expect((await at.get('/translatable_strings')).body.plain).toMatchObject({ [name]: 'Ideas' })
  })

  test('of deleted strings are not shown', async () => {
    const forum = (await fetchOne('/forums')).id
    const { id } = await create('/categories', { name: 'Gone', links: { forum } })
    const plain = { [`category.${id}.name`]: 'Weg' }
    expect((await at.put('/translatable_strings/de', { plain })).body.plain).toEqual(plain)
    await at.call('DELETE', `/categories/${id}`)
    expect((await at.get('/translatable_strings/de')).body.plain).toEqual({})
  })

  test('of unknown strings are rejected by name, and nothing is stored', async () => {
    const forum = (await fetchOne('/forums')).id
    const name = `forum.${forum}.name`
    for (const [sent, errors] of [
      [
        { plain: { [name]: 'x', 'forum.99999.name': 'y' } },
        { plain: { 'forum.99999.name': 'not_found' } },
      ],
      [{ html: { [name]: 'x' } }, { html: { [name]: 'not_found' } }],
      [{ plain: { '': 'x' } }, { plain: { '': 'not_found' } }],
      [{ plain: { [name]: ['x'] } }, { plain: { [name]: 'string' } }],
      [{ plain: { [name]: 'x'.repeat(10_001) } }, { plain: { [name]: 'max_runes' } }],
      [{ plain: 'x' }, { plain: 'object' }],
      [{ plain: ['x'] }, { plain: 'object' }],
      [{ plain: { 'a\0b': 'x' } }, { plain: 'utf8' }],
      [{ plain: { '\ud800': 'x' } }, { plain: 'utf8' }],
    ] as const) {
      const body = await expectError('PUT', '/translatable_strings/fr', sent)
      expect(body.errors).toEqual(errors)
      expect(body.message).toContain(Object.keys(sent)[0])
    }
    const proto = '{"plain":{"__proto__":"x"}}'
    const headers = { 'content-type': 'application/json' }
    const { status, text } = await at.call('PUT', '/translatable_strings/fr', {
      body: proto,
      headers,
    })
    expect(status).toBe(422)
    expect(text).toContain('"__proto__":"not_found"')
    const deep = '{"plain":{"__proto__":{"polluted":1}}}'
    expect((await at.call('PUT', '/translatable_strings/fr', { body: deep, headers })).status).toBe(
      422,
    )
    expect(({} as Record<string, unknown>).polluted).toBeUndefined()
    expect((await at.get('/translatable_strings/fr')).body).toEqual({ plain: {}, html: {} })
  })

  test.each(['english', 'e', '12', 'en--US', '%00', 'de%20', '*'])(
    'into %s, which is no language, are nowhere',
    async (locale) => {
      for (const method of ['GET', 'PUT', 'DELETE']) {
        const { status, body } = await at.call(method, `/translatable_strings/${locale}`)
        expect(status).toBe(404)
        expect(body.error).toBe('not_found')
      }
    },
  )
})

describe('theme sets', () => {
  test('keep the records of themes that stay', async () => {
    const set = await create('/theme_sets', { name: 'Autumn', themes: ['Speed', 'Price', 'Speed'] })
    const themes = async () => {
      const { body } = await at.get(`/theme_sets/${set.id}?includes=themes`)
      expect(body.theme_sets[0].links.themes).toEqual(idsOf(body.themes))
      return body.themes
    }
    const [speed, price] = await themes()
    expect([speed, price]).toMatchObject([
      { name: 'Speed', links: { theme_set: set.id } },
      { name: 'Price' },
    ])
    expect(await update(`/theme_sets/${set.id}`, { name: 'Winter' })).toMatchObject({
      name: 'Winter',
      links: { themes: [speed.id, price.id] },
    })
    await update(`/theme_sets/${set.id}`, { themes: ['Comfort', 'Price'] })
    expect(await themes()).toMatchObject([{ id: price.id }, { name: 'Comfort' }])
    expect((await at.get(`/themes/${speed.id}`)).status).toBe(404)
    expect(await fetchOne(`/themes/${price.id}`)).toMatchObject({ name: 'Price' })
    await update(`/theme_sets/${set.id}`, { themes: [] })
    expect(await themes()).toEqual([])
    expect((await create('/theme_sets', { name: 'Bare' })).links).toEqual({ themes: [] })
  })

  test('reject a missing name and empty themes', async () => {
    expect((await expectError('POST', '/theme_sets', { themes: ['x'] })).errors).toEqual({
      name: 'required',
    })
    const long = { name: 'x', themes: ['ok', 'x'.repeat(256)] }
    expect((await expectError('POST', '/theme_sets', long)).errors).toEqual({
      themes: [null, 'max_runes'],
    })
    await expectError('PUT', '/theme_sets/99999', { themes: ['x'] }, 404)
    expect((await at.get('/themes?per_page=100')).body.themes).toEqual([])
  })
})

test('impact reports are created, updated and deleted', async () => {
  const owner = await fetchOwnerId()
  const suggestion = await aSuggestion(at.db, (await fetchOne('/forums')).id, 'Felt')
  const report = await create('/impact_reports', { name: 'Q1', links: { suggestion } })
  expect(report).toMatchObject({
    name: 'Q1',
    body: '',
    links: { suggestion, created_by: owner, updated_by: owner },
  })
  const path = `/impact_reports/${report.id}`
  expect(await update(path, { body: 'Less', links: { suggestion: null } })).toMatchObject({
    name: 'Q1',
    body: 'Less',
    links: { suggestion: null },
  })
  const { errors } = await expectError('PUT', path, { links: { suggestion: 99_999 } })
  expect(errors).toEqual({ links: { suggestion: 'not_found' } })
  expect((await expectError('POST', '/impact_reports', {})).errors).toEqual({ name: 'required' })
  expect(await expectDeletion(path)).toMatchObject({ name: 'Q1', body: 'Less' })
})

describe('feedback connectors', () => {
  test('are configured, tested and deleted, and their settings are never logged', async () => {
    const secret = 'hunter2-in-the-open'
    const connector = await create('/feedback_connector_configurations', {
      name: 'Inbox',
      connector_type: 'imap',
      settings: { password: secret, port: 993 },
    })
    expect(connector).toMatchObject({
      name: 'Inbox',
      connector_type: 'imap',
      is_enabled: true,
      last_tested_at: null,
      settings: { password: secret, port: 993 },
    })
    const path = `/feedback_connector_configurations/${connector.id}`
    expect(await update(path, { is_enabled: false })).toMatchObject({
      is_enabled: false,
      settings: { password: secret },
    })
    const settings = { password: `${secret}2`, port: '143' }
    expect(await update(path, { settings })).toMatchObject({ settings })
    const { status, body } = await at.call('POST', `${path}/test`)
    expect(status).toBe(200)
    expect(Date.parse(body.feedback_connector_configurations[0].last_tested_at)).toBeGreaterThan(
      Date.now() - 60_000,
    )
    await expectError('PUT', path, { settings: [secret] })
    await expectError('POST', '/feedback_connector_configurations', { settings: { secret } })
    await expectDeletion(path)
    await expectError('POST', `${path}/test`, {}, 404)
    expect(logLines.length).toBeGreaterThan(100)
    expect(logLines.filter((line) => line.includes(secret))).toEqual([])
  })

  test('accept a form with settings as dotted names', async () => {
    const form = 'name=Inbox&connector_type=imap&settings.host=mail.test&settings.port=993'
    const { status, body } = await at.post('/feedback_connector_configurations', form, {
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    })
    expect(status).toBe(201)
    const [{ settings }] = body.feedback_connector_configurations
    expect(settings).toEqual({ host: 'mail.test', port: '993' })
  })

  test('store settings as JSON unchanged', async () => {
    const settings = {
      a: 1,
      b: 1.5,
      c: true,
      d: null,
      e: '',
      f: ' x ',
      g: [1, '2', null],
      h: { i: { j: false } },
      '': 0,
      ' k ': '1',
    }
    const named = { name: 'x', connector_type: 'y' }
    const connector = await create('/feedback_connector_configurations', { ...named, settings })
    expect(connector.settings).toEqual(settings)
  })

  test('require a name, a type and settings as an object', async () => {
    const collection = '/feedback_connector_configurations'
    expect((await expectError('POST', collection, {})).errors).toEqual({
      name: 'required',
      connector_type: 'required',
    })
    const named = { name: 'x', connector_type: 'y' }
    for (const [settings, errors] of [
      ['text', 'object'],
      [['a'], 'object'],
      [{ a: { b: 'x\0y' } }, { a: 'utf8' }],
    ])
      expect((await expectError('POST', collection, { ...named, settings })).errors).toEqual({
        settings: errors,
      })
  })
})

test.each([
  'theme_sets',
  'themes',
  'impact_reports',
  'audit_features',
  'feedback_atoms',
  'feedback_connector_configurations',
])('GET /%s works without records', async (collection) => {
  const { status, body } = await at.get(`/${collection}`)
  expect(status).toBe(200)
  expect(body.pagination.total_records).toBe(body[collection].length)
})

describe('suggestions without /admin in the path', () => {
  test('are the same list with the same authentication', async () => {
    const here = await at.get('/api/v2/suggestions?per_page=2&includes=forums&sort=id')
    const there = await at.get('/suggestions?per_page=2&includes=forums&sort=id')
    expect(here.status).toBe(200)
    expect(here.body.suggestions).toHaveLength(2)
    expect(here.body).toEqual(there.body)
    expect(here.headers.link).toMatch(/^<\/api\/v2\/suggestions\?.*cursor=.*>; rel=next$/)
    expect((await at.get('/api/v2/suggestions', { token: null })).status).toBe(401)
    const { token } = await at.aClient({ isTrusted: false })
    expect((await at.get('/api/v2/suggestions', { token })).status).toBe(403)
    expect((await at.post('/api/v2/suggestions', {})).status).toBe(405)
  })
})
