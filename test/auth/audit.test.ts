// The audit log: what is recorded, by whom, and that it is only added to.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { AUDIT_ACTIONS } from '../../src/write/core/audit.ts'
import { commandOn } from '../support/command.ts'
import { startTestService } from '../support/service.ts'
import { aPerson, aSession, bySession } from '../support/staff.ts'

const at = await startTestService()
const latest = async () =>
  (await at.get('/audit_entries?sort=-id&per_page=1')).body.audit_entries[0]

test('a change of a setting is recorded with what it was and is', async () => {
  const { id } = await aPerson(at, 'admin')
  const session = bySession(await aSession(at, id))
  const made = await at.post('/forums', { name: 'Ideas' }, session)
  const forum = made.body.forums[0].id
  expect(await latest()).toMatchObject({
    action: 'settings_changed',
    subject_type: 'forums',
    subject_id: forum,
    before: null,
    after: { name: 'Ideas' },
    address: '127.0.0.1',
    links: { user: id },
    api_client_id: null,
    request_id: made.headers['x-request-id'],
  })
  await at.put(`/forums/${forum}`, { name: 'Wishes' }, session)
  expect(await latest()).toMatchObject({ before: { name: 'Ideas' }, after: { name: 'Wishes' } })
  const { id: last } = await latest()
  await at.made('/suggestions', { title: 'No setting', links: { forum } })
  expect((await latest()).id).toBe(last)
})

test('settings of connectors are not repeated', async () => {
  await at.made('/feedback_connector_configurations', {
    name: 'Desk',
    connector_type: 'zendesk',
    settings: { api_key: 'very-secret' },
  })
  const entry = await latest()
  expect(entry).toMatchObject({ subject_type: 'feedback_connector_configurations' })
  expect(JSON.stringify(entry)).not.toContain('very-secret')
})

test('a failed write leaves no entry', async () => {
  const before = await latest()
  expect((await at.post('/statuses', { name: '' })).status).toBe(422)
  expect((await at.delete('/users/999999')).status).toBe(404)
  expect(await latest()).toEqual(before)
})

test('exports, blocks and erasures of a person are recorded without the person', async () => {
  const { id } = await at.made('/users/find_or_create', { email: 'una@example.com', name: 'Una' })
  const subject = { subject_type: 'users', subject_id: id }
  await at.put(`/users/${id}/export`, {})
  expect(await latest()).toMatchObject({ action: 'person_exported', ...subject })
  await at.put(`/users/${id}/block`, {})
  expect(await latest()).toMatchObject({
    action: 'person_blocked',
    after: { allowed_state: 'blocked' },
  })
  await at.delete(`/users/${id}`)
  expect(await latest()).toMatchObject({ action: 'person_erased', ...subject })
  const { text } = await at.get('/audit_entries?per_page=100')
  expect(text).not.toMatch(/una@example\.com|Una/)
})

test('imports and commands are recorded', async () => {
  await at.post('/imports', { csv: 'external_id,email\nann,ann@example.com\n' })
  expect(await latest()).toMatchObject({ action: 'data_imported', subject_type: 'imports' })
  const earshot = commandOn(at.connection)
  await earshot('plan', 'set', 'scale')
  expect(await latest()).toMatchObject({
    action: 'settings_changed',
    after: { plan: 'scale' },
    request_id: 'command',
  })
  await earshot('export', 'labels')
  expect(await latest()).toMatchObject({ action: 'data_exported', after: { collection: 'labels' } })
  const { code, stdout, stderr } = await earshot('audit', 'export')
  expect(code, stderr).toBe(0)
  const entries = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  expect(entries.map(({ id }) => id)).toEqual(entries.map(({ id }) => id).toSorted((a, b) => a - b))
  expect(entries.at(-1)).toMatchObject({ action: 'data_exported', after: { collection: 'labels' } })
})

test('people are managed by commands', async () => {
  const earshot = commandOn(at.connection)
  const made = await earshot(
    'people',
    'create',
    '--email',
    'kim@example.com',
    '--name',
    'Kim',
    '--role',
    'admin',
    '--json',
  )
  const { id, link } = JSON.parse(made.stdout)
  expect(link).toMatch(/^http:\/\/.*\/admin\/welcome#earshot_code_[\w-]{43}$/)
  expect(await latest()).toMatchObject({ action: 'link_created', subject_id: id })
  const again = await earshot('people', 'create', '--email', 'KIM@example.com', '--role', 'viewer')
  expect(again).toMatchObject({ code: 1, stderr: expect.stringContaining('has a role already') })
  await earshot('people', 'role', 'kim@example.com', 'viewer')
  expect(await latest()).toMatchObject({
    action: 'role_changed',
    before: { role: 'admin' },
    after: { role: 'viewer' },
  })
  const cookie = await aSession(at, id)
  expect((await at.get('/labels', bySession(cookie))).status).toBe(200)
  await earshot('people', 'disable', 'kim@example.com')
  await expect.poll(async () => (await at.get('/labels', bySession(cookie))).status).toBe(401)
  const { stdout } = await earshot('people', 'list', '--json')
  expect(JSON.parse(stdout).find((one: { id: number }) => one.id === id)).toMatchObject({
    email_address: 'kim@example.com',
    role: 'viewer',
    is_disabled: true,
    has_password: false,
  })
  expect(await earshot('people', 'role', 'owner@example.com', 'viewer')).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('must keep an owner'),
  })
  expect(await earshot('people', 'role', 'nobody@example.com', 'viewer')).toMatchObject({ code: 1 })
  expect(await earshot('people', 'role', 'kim@example.com', 'king')).toMatchObject({ code: 2 })
})

test('docs/security.md names every action', () => {
  const page = readFileSync(join(import.meta.dirname, '../../docs/security.md'), 'utf8')
  expect(AUDIT_ACTIONS.filter((action) => !page.includes(`\`${action}\``))).toEqual([])
})

test('the console has a text for every action', () => {
  const texts = readFileSync(
    join(import.meta.dirname, '../../console/locales/en/settings.json'),
    'utf8',
  )
  const named = AUDIT_ACTIONS.filter((action) => texts.includes(`"settings.audit.did.${action}"`))
  expect(named).toEqual(AUDIT_ACTIONS)
})

test('entries are only added', async () => {
  for (const statement of [
    'update audit_entries set action = null',
    'delete from audit_entries',
    'truncate audit_entries',
  ])
    await expect(sql.raw(statement).execute(at.db)).rejects.toThrow('entries are only added')
  expect((await at.call('DELETE', '/audit_entries/1')).status).toBe(405)
  expect((await at.put('/audit_entries/1', {})).status).toBe(405)
})

test('names what an entry is about, also when it is gone, and finds it by words', async () => {
  const entriesAbout = async (query: string) =>
    (await at.get(`/audit_entries?sort=-id&${query}`)).body.audit_entries
  const { id } = await at.made('/statuses', { name: 'Under consideration' })
  expect(await entriesAbout(`subject_type=statuses&subject=${id}`)).toEqual([
    expect.objectContaining({ subject_name: 'Under consideration' }),
  ])
  await at.put(`/statuses/${id}`, { name: 'Considering' })
  expect((await entriesAbout('q=considering'))[0]).toMatchObject({
    subject_name: 'Considering',
    before: { name: 'Under consideration' },
    after: { name: 'Considering' },
  })
  await at.delete(`/statuses/${id}`)
  expect((await entriesAbout(`subject_type=statuses&subject=${id}`))[0]).toMatchObject({
    subject_name: 'Considering',
  })
  expect(await entriesAbout('q=nothingofthekind')).toEqual([])
})

test('has entries of segments, labels and categories, and of fields that an import makes', async () => {
  const last = async (type: string) =>
    (await at.get(`/audit_entries?sort=-id&subject_type=${type}`)).body.audit_entries[0]
  const segment = await at.made('/segments', {
    name: 'Large',
    filters: { column: 'account.mrr', operator: 'at_least', operand: { val: '100' } },
  })
  expect(await last('segments')).toMatchObject({ subject_id: segment.id, subject_name: 'Large' })
  await at.delete(`/segments/${segment.id}`)
  expect(await last('segments')).toMatchObject({ before: { name: 'Large' }, after: null })
  await at.made('/labels', { name: 'Wishes' })
  expect(await last('labels')).toMatchObject({ subject_name: 'Wishes' })
  const users = [{ external_id: 'x-1', email: 'x@example.com', name: 'X', cf_region: 'EMEA' }]
  const { status, text } = await at.post('/external_users/import', { users })
  expect(status, text).toBeLessThan(300)
  expect(await last('custom_fields')).toMatchObject({
    subject_name: 'region',
    after: { key: 'cf_region', object_type: 'external_users', by: 'import' },
  })
})
