// `earshot people`: staff, their roles and their way in.
import { text } from 'node:stream/consumers'
import { isRole, ROLES, type Role } from '../auth/roles.ts'
import { findPasswordProblem, setPassword } from '../auth/sign-in/passwords.ts'
import { unlinkProviders } from '../auth/sign-in/provider-accounts.ts'
import { createInvitation, listInvitations, revokeInvitation } from '../auth/staff/invitations.ts'
import {
  createWelcomeLink,
  findStaffId,
  findUserId,
  listStaff,
  resetSecondFactor,
  setDisabled,
  setRequiresSecondFactor,
  setRole,
} from '../auth/staff/staff.ts'
import { readConfig } from '../config.ts'
import { isEmailAddress, parseId } from '../core/values.ts'
import type { Database, Tx } from '../db/db.ts'
import { isMailConfigured } from '../settings/stored.ts'
import { say } from '../texts/texts.ts'
import { COMMAND } from '../write/core/audit.ts'
import { seedDatabase } from '../write/service/seed.ts'
import {
  type Argument,
  type Command,
  CommandError,
  jsonOption,
  UsageError,
  type Values,
} from './command.ts'
import { withDatabase } from './database.ts'
import { localAddress } from './running.ts'
import { renderTable } from './table.ts'

const EMAIL: Argument = { name: 'EMAIL', description: 'The e-mail address of the person.' }
const ROLE: Argument = { name: 'ROLE', description: 'The role.', choices: ROLES }

/** The part after # is not sent to servers and proxies. */
export const welcomeAddress = (address: string, code: string) => `${address}/admin/welcome#${code}`

export const people: Command = {
  summary: 'manage staff: the people who sign in',
  description: `Staff have a role: viewer, contributor, admin or owner. At least one owner always remains.

A running service applies all changes at once.`,
  examples: [],
  subcommands: {
    create: {
      summary: 'create a person with a role',
      description: `Creates a person, or gives a role to a user who has none. Without --password-stdin it prints a link with which the
person sets a name and a password. The link works once, for 24 hours.`,
      options: {
        email: {
          type: 'string',
          value: 'EMAIL',
          isRequired: true,
          description: 'The e-mail address, which is also the name to sign in with.',
        },
        name: { type: 'string', value: 'NAME', description: 'The name.' },
        role: {
          type: 'string',
          value: 'ROLE',
          isRequired: true,
          choices: ROLES,
          description: 'The role.',
        },
        'password-stdin': {
          type: 'boolean',
          description: 'Read the password from standard input.',
        },
        ...jsonOption('{"id", "email", "role", "link"}, with link only without a password'),
      },
      examples: [
        [
          'earshot people create --email ann@example.com --name Ann --role admin',
          'Create an admin and print a link for her.',
        ],
        [
          'printf %s "$PASSWORD" | earshot people create --email ann@example.com --role owner --password-stdin',
          'Create an owner with a password.',
        ],
      ],
      run: (values) => create(values),
    },
    list: {
      summary: 'list staff',
      description: 'Lists all people with a role. Times are UTC.',
      options: jsonOption('a list of people'),
      examples: [['earshot people list', 'List all staff.']],
      run: (values) => openAndRun((database) => list(database, values)),
    },
    role: {
      summary: 'change the role of a person',
      description: 'Changes the role. The sessions and tokens of the person end.',
      arguments: [EMAIL, ROLE],
      options: jsonOption('{"id", "role"}'),
      examples: [['earshot people role ann@example.com owner', 'Make Ann an owner.']],
      run: (values, [email, role]) => changeRole(values, email, role),
    },
    disable: {
      summary: 'stop a person from signing in',
      description: 'Ends the sessions and tokens of the person. `people enable` undoes it.',
      arguments: [EMAIL],
      options: jsonOption('{"id", "is_disabled"}'),
      examples: [['earshot people disable ann@example.com', 'Stop Ann from signing in.']],
      run: (values, [email]) => disable(values, email, true),
    },
    enable: {
      summary: 'let a disabled person sign in again',
      description: 'Undoes `people disable`. The person signs in again.',
      arguments: [EMAIL],
      options: jsonOption('{"id", "is_disabled"}'),
      examples: [['earshot people enable ann@example.com', 'Let Ann sign in again.']],
      run: (values, [email]) => disable(values, email, false),
    },
    link: {
      summary: 'create a link with which a person sets a new password',
      description: `Prints a link that works once, for 24 hours. It is the way back in for a person who lost everything else, and needs no
mail. Links created before end.`,
      arguments: [EMAIL],
      options: jsonOption('{"id", "link"}'),
      examples: [['earshot people link ann@example.com', 'Create a link for Ann.']],
      run: (values, [email]) => link(values, email),
    },
    invite: {
      summary: 'invite a person with a role',
      description: `Prints a link that works once, for 7 days. The person accepts it with a name and a password. Where mail is
configured, a link is also mailed.`,
      arguments: [EMAIL],
      options: {
        role: {
          type: 'string',
          value: 'ROLE',
          isRequired: true,
          choices: ROLES,
          description: 'The role.',
        },
        ...jsonOption('{"id", "email", "role", "link"}'),
      },
      examples: [['earshot people invite ann@example.com --role admin', 'Invite Ann as an admin.']],
      run: (values, [email]) => invite(values, email),
    },
    invitations: {
      summary: 'list invitations',
      description: 'Lists all invitations. Times are UTC.',
      options: jsonOption('a list of invitations'),
      examples: [['earshot people invitations', 'List all invitations.']],
      run: (values) => openAndRun((database) => listInvited(database, values)),
    },
    'revoke-invitation': {
      summary: 'revoke an invitation',
      description: 'Its link does not work any more. A role that was accepted stays.',
      arguments: [{ name: 'ID', description: 'The id of the invitation.' }],
      options: jsonOption('{"id"}'),
      examples: [['earshot people revoke-invitation 3', 'Revoke invitation 3.']],
      run: (values, [id]) => revoke(values, id),
    },
    unlink: {
      summary: 'forget the single sign-on accounts of a person',
      description: `Needed when a provider gives the address of a person to another account, or is set up anew. The next sign-in
links the account with the verified address of the person again. For staff and end users.`,
      arguments: [EMAIL],
      options: jsonOption('{"id", "unlinked"}'),
      examples: [['earshot people unlink ann@example.com', 'Forget the accounts of Ann.']],
      run: (values, [email]) => unlink(values, email),
    },
    'reset-second-factor': {
      summary: 'remove the second factor of a person who lost it',
      description: `Removes the authenticator app, its recovery codes and the passkeys. The sessions and tokens of the person end. A person
without a password needs a link as well: \`people link\`.`,
      arguments: [EMAIL],
      options: jsonOption('{"id", "had_second_factor"}'),
      examples: [
        ['earshot people reset-second-factor ann@example.com', 'Reset the second factor of Ann.'],
      ],
      run: (values, [email]) => resetFactor(values, email),
    },
    'require-second-factor': {
      summary: 'require a second factor of a role',
      description: 'People of this role who have none can only set one up until they do.',
      arguments: [ROLE, { name: 'STATE', description: 'on or off.', choices: ['on', 'off'] }],
      options: jsonOption('{"role", "requires_second_factor"}'),
      examples: [
        ['earshot people require-second-factor owner on', 'Require a second factor of owners.'],
      ],
      run: (values, [role, state]) => requireSecondFactor(values, role, state),
    },
  },
}

const openAndRun = (use: (database: Database) => Promise<void>) => withDatabase(readConfig(), use)

async function create(values: Values): Promise<void> {
  const email = String(values.email).trim()
  if (!isEmailAddress(email))
    throw new UsageError(`--email: ${JSON.stringify(email)} is not an e-mail address.`)
  const name = typeof values.name === 'string' ? values.name.trim() : undefined
  const role = readRole(String(values.role))
  const password = values['password-stdin'] ? await readPassword([name ?? '', email]) : undefined
  await openAndRun(async ({ db }) => {
    const created = await db.transaction().execute(async (tx) => {
      await seedDatabase(tx)
      if (await findStaffId(tx, email))
        throw new CommandError(`${email} has a role already. \`earshot people role\` changes it.`)
      const { id } = await setRole(tx, COMMAND, { email, name, role })
      if (password !== undefined) {
        await setPassword(tx, id, password)
        return { id, email, role }
      }
      return { id, email, role, link: await makeLink(tx, id) }
    })
    if (values.json) return console.log(JSON.stringify(created))
    console.log(`Person ${created.id}, ${email}, has the role ${role}.`)
    if (created.link) console.log(created.link)
  })
}

/** One newline at the end is of the shell, not of the password. */
async function readPassword(about: string[]): Promise<string> {
  const password = (await text(process.stdin)).replace(/\r?\n$/, '')
  const problem = await findPasswordProblem(password, about)
  if (problem) throw new CommandError(say(problem, 'en'))
  return password
}

async function makeLink(tx: Tx, id: number): Promise<string> {
  const { publicUrl, host, port } = readConfig()
  return welcomeAddress(
    publicUrl ?? localAddress({ host, port }),
    await createWelcomeLink(tx, COMMAND, id),
  )
}

async function list({ db }: Database, { json }: Values): Promise<void> {
  const staff = await listStaff(db)
  if (json) return console.log(JSON.stringify(staff))
  console.log(
    renderTable(
      ['ID', 'E-MAIL', 'NAME', 'ROLE', 'SIGNS IN WITH', 'SESSIONS', 'LAST SIGN-IN', 'STATUS'],
      staff.map((person) => [
        person.id,
        person.email_address,
        person.name,
        person.role,
        [
          person.has_password && 'password',
          person.passkeys > 0 && 'passkey',
          person.has_second_factor && 'code',
        ]
          .filter(Boolean)
          .join(', ') || 'nothing yet',
        person.sessions,
        person.last_login ? new Date(person.last_login) : 'never',
        person.is_disabled ? 'disabled' : 'active',
      ]),
    ),
  )
}

async function changeRole(values: Values, email = '', roleName = ''): Promise<void> {
  const role = readRole(roleName)
  await openAndRun(async ({ db }) => {
    const id = await db.transaction().execute(async (tx) => {
      await requireStaff(tx, email)
      return (await setRole(tx, COMMAND, { email: email.trim(), role })).id
    })
    console.log(values.json ? JSON.stringify({ id, role }) : `${email} now has the role ${role}.`)
  })
}

async function disable(values: Values, email = '', isDisabled: boolean): Promise<void> {
  await openAndRun(async ({ db }) => {
    const id = await db.transaction().execute(async (tx) => {
      const id = await requireStaff(tx, email)
      await setDisabled(tx, COMMAND, id, isDisabled)
      return id
    })
    const done = `${email} ${isDisabled ? 'cannot sign in any more' : 'can sign in again'}.`
    console.log(values.json ? JSON.stringify({ id, is_disabled: isDisabled }) : done)
  })
}

async function link(values: Values, email = ''): Promise<void> {
  await openAndRun(async ({ db }) => {
    const made = await db.transaction().execute(async (tx) => {
      const id = await requireStaff(tx, email)
      return { id, link: await makeLink(tx, id) }
    })
    console.log(values.json ? JSON.stringify(made) : made.link)
  })
}

async function invite(values: Values, address = ''): Promise<void> {
  const email = address.trim()
  if (!isEmailAddress(email))
    throw new UsageError(`EMAIL: ${JSON.stringify(email)} is not an e-mail address.`)
  const role = readRole(String(values.role))
  const { publicUrl, host, port, settings } = readConfig()
  await openAndRun(async ({ db }) => {
    const { id, code } = await db.transaction().execute(async (tx) => {
      await seedDatabase(tx)
      const isMailed = await isMailConfigured(tx, settings)
      return createInvitation(tx, COMMAND, { email, role, isMailed })
    })
    const link = welcomeAddress(publicUrl ?? localAddress({ host, port }), code)
    if (values.json) return console.log(JSON.stringify({ id, email, role, link }))
    console.log(
      `Invitation ${id}: ${email}, role ${role}. The link works once, for 7 days.\n${link}`,
    )
  })
}

async function listInvited({ db }: Database, { json }: Values): Promise<void> {
  const invited = await listInvitations(db)
  if (json) return console.log(JSON.stringify(invited))
  console.log(
    renderTable(
      ['ID', 'E-MAIL', 'ROLE', 'STATUS', 'CREATED', 'EXPIRES'],
      invited.map(({ id, email, role, state, created_at, expires_at }) => [
        id,
        email,
        role,
        state,
        new Date(created_at),
        new Date(expires_at),
      ]),
    ),
  )
}

async function revoke(values: Values, text = ''): Promise<void> {
  const id = parseId(text.trim())
  if (id === undefined) throw new UsageError(`ID: ${JSON.stringify(text)} is not an id.`)
  await openAndRun(async ({ db }) => {
    await db.transaction().execute((tx) => revokeInvitation(tx, COMMAND, id))
    console.log(values.json ? JSON.stringify({ id }) : `Invitation ${id} is revoked.`)
  })
}

async function unlink(values: Values, email = ''): Promise<void> {
  await openAndRun(async ({ db }) => {
    const done = await db.transaction().execute(async (tx) => {
      const id = await findUserId(tx, email)
      if (id === undefined) throw new CommandError(`Nobody has the e-mail address ${email}.`)
      return { id, unlinked: await unlinkProviders(tx, COMMAND, id) }
    })
    const text = `${email} had ${done.unlinked} linked ${done.unlinked === 1 ? 'account' : 'accounts'}.`
    console.log(values.json ? JSON.stringify(done) : text)
  })
}

async function resetFactor(values: Values, email = ''): Promise<void> {
  await openAndRun(async ({ db }) => {
    const done = await db.transaction().execute(async (tx) => {
      const id = await requireStaff(tx, email)
      return { id, had_second_factor: await resetSecondFactor(tx, COMMAND, id) }
    })
    const text = done.had_second_factor
      ? `${email} has no second factor any more.`
      : `${email} had no second factor.`
    console.log(values.json ? JSON.stringify(done) : text)
  })
}

async function requireSecondFactor(values: Values, roleName = '', state = ''): Promise<void> {
  const role = readRole(roleName)
  const isRequired = state === 'on'
  await openAndRun(async ({ db }) => {
    await db.transaction().execute((tx) => setRequiresSecondFactor(tx, COMMAND, role, isRequired))
    console.log(
      values.json
        ? JSON.stringify({ role, requires_second_factor: isRequired })
        : `The role ${role} ${isRequired ? 'requires' : 'does not require'} a second factor.`,
    )
  })
}

async function requireStaff(tx: Tx, email: string): Promise<number> {
  const id = await findStaffId(tx, email)
  if (id === undefined)
    throw new CommandError(`Nobody with a role has the e-mail address ${email}.`)
  return id
}

function readRole(name: string): Role {
  if (isRole(name)) return name
  throw new UsageError(
    `The role ${JSON.stringify(name)} does not exist. Roles: ${ROLES.join(', ')}.`,
  )
}
