// The schema that migrations and src/db/functions make is the committed one, so that a review shows every change of it.
import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { expect, inject, test } from 'vitest'
import { describeSchema } from '../support/catalogue.ts'
import { inDatabase, TEMPLATE } from '../support/template-database.ts'

const server: pg.ClientConfig = JSON.parse(inject('connection'))

// Other versions of PostgreSQL write some definitions in other words.
test.skipIf(process.env.TEST_DATABASE_URL)(
  'docs/schema.sql is the schema; `npm run schema` writes it',
  async () => {
    const name = `earshot_${randomBytes(6).toString('hex')}`
    const administrator = new pg.Client(server)
    await administrator.connect()
    await administrator.query(`create database ${name} template ${TEMPLATE}`)
    const client = new pg.Client(inDatabase(server, name))
    await client.connect()
    const schema = await describeSchema(client)
    await client.end()
    await administrator.query(`drop database ${name}`)
    await administrator.end()
    const head =
      '-- The whole schema, generated from the catalogue by `npm run schema`. Change migrations/ and src/db/functions/.\n\n'
    await expect(head + schema).toMatchFileSnapshot('../../docs/schema.sql')
  },
)
