// An update of one external account, with its external id.
import { beforeAll, expect, test } from 'vitest'
import { aCustomField } from '../support/factories.ts'
import { startTestService, type TestService } from '../support/service.ts'

let at: TestService
beforeAll(async () => {
  at = await startTestService()
  await aCustomField(at.db, 'external_accounts', 'cf_region', 'string')
})

let made = 0
async function anAccount(members: object = {}) {
  made += 1
  const external_id = `update-${made}-${Date.now()}`
  const { body } = await at.post('/external_accounts/import', {
    accounts: [{ external_id, name: 'Acme', mrr: 10, ...members }],
  })
  return { id: body.external_accounts[0].id as number, external_id }
}

test('changes what is sent, and imports find the account by its new id', async () => {
  const { id, external_id } = await anAccount()
  const changed = `${external_id}-new`
  const body = { external_id: changed, name: 'Acme Inc', cf_region: 'north' }
  const { status, body: answer } = await at.put(`/external_accounts/${id}`, body)
  expect(status).toBe(200)
  expect(answer.external_accounts[0]).toMatchObject({ id, mrr: 10, ...body })
  await at.post('/external_accounts/import', { accounts: [{ external_id: changed, mrr: 30 }] })
  expect(await at.shown(`/external_accounts/${id}`)).toMatchObject({ mrr: 30, name: 'Acme Inc' })
  const { audit_entries } = (await at.get('/audit_entries?action=account_changed')).body
  expect(audit_entries[0]).toMatchObject({
    subject_type: 'external_accounts',
    subject_id: id,
    before: { external_id },
    after: { external_id: changed },
  })
  // Other members are no secret of the log.
  await at.put(`/external_accounts/${id}`, { name: 'Acme', external_id: changed })
  expect((await at.get('/audit_entries?action=account_changed')).body.audit_entries).toHaveLength(
    audit_entries.length,
  )
})

test('refuses an id that another account has, and invalid values', async () => {
  const [one, two] = [await anAccount(), await anAccount()]
  const taken = await at.put(`/external_accounts/${one.id}`, { external_id: two.external_id })
  expect(taken.status).toBe(422)
  expect(taken.text).toContain(`account ${two.id} has this id`)
  for (const body of [{ mrr: 'much' }, { cf_no: 1 }])
    expect((await at.put(`/external_accounts/${one.id}`, body)).status).toBe(422)
  // An account keeps its id.
  await at.put(`/external_accounts/${one.id}`, { external_id: null })
  expect(await at.shown(`/external_accounts/${one.id}`)).toMatchObject({
    external_id: one.external_id,
  })
  expect((await at.put('/external_accounts/999999999', { name: 'None' })).status).toBe(404)
})
