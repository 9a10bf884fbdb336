// The subcommands of `earshot move-in` that read the API of another product.
import { parseRepository } from '../core/github-repository.ts'
import { AHA } from '../move/sources/aha.ts'
import type { GivenCredentials } from '../move/sources/api-sources.ts'
import { CANNY, CANNY_ADDRESS } from '../move/sources/canny.ts'
import { FEATUREBASE, FEATUREBASE_ADDRESS } from '../move/sources/featurebase.ts'
import { GITHUB } from '../move/sources/github.ts'
import { PRODUCTBOARD, PRODUCTBOARD_ADDRESS } from '../move/sources/productboard.ts'
import { type Command, jsonOption, type Option, UsageError, type Values } from './command.ts'
import { mappingOptions } from './move-mapping.ts'

/** What `move-in` needs of a source. */
export type ApiMove = {
  /** Of API_SOURCES. */
  name: string
  /** Of the account, or of the API where there is one for all accounts. */
  address: string
  given: GivenCredentials
}

type Move = (values: Values, source: ApiMove) => Promise<void>

export const readOption: Record<string, Option> = {
  read: {
    type: 'boolean',
    description: 'Read it, and print what its names become here. Nothing is loaded.',
  },
}

const common: Record<string, Option> = {
  yes: { type: 'boolean', description: 'Read and load it. Without this only counts are printed.' },
  ...readOption,
  ...mappingOptions,
  folder: {
    type: 'string',
    value: 'PATH',
    description: 'The folder of the form. Default: a folder of moves in the data directory.',
  },
  report: {
    type: 'string',
    value: 'FILE',
    description: 'Write the result to FILE as a page (HTML).',
  },
  ...jsonOption(
    '{"source", "account", "plan", "will_not_come"}, with --yes {"move", "verified", "kinds", "checks", "problems", …}',
  ),
}

const HOW = `Without --yes it prints what the source says about how much there is, and nothing is read or written. With --yes everything is
read into a folder in the form of a move, loaded, and compared with the database.

A run that was interrupted continues at its page. A later run reads everything and brings what changed. docs/move.md has the details.`

export const apiSources = (move: Move): Record<string, Command> => ({
  canny: {
    summary: 'bring a company of Canny',
    description: `Reads boards, posts, votes, comments, people, companies, changes of statuses and the changelog with the secret key of the
company (*Settings, API*).

${HOW}`,
    options: {
      key: {
        type: 'string',
        value: 'KEY',
        description: 'The secret API key of the company.',
        isRequired: true,
      },
      from: {
        type: 'string',
        value: 'URL',
        description: 'The address of the API.',
        default: CANNY_ADDRESS,
      },
      ...common,
    },
    examples: [
      ['earshot move-in canny --key KEY', 'Show what the company has.'],
      ['earshot move-in canny --key KEY --yes --report acme.html', 'Bring it, and write a report.'],
    ],
    run: (values) =>
      move(values, {
        name: CANNY,
        address: originOf(values),
        given: { key: String(values.key) },
      }),
  },
  github: {
    summary: 'bring the discussions of a repository of GitHub',
    description: `Reads discussions with their categories, labels, answers and comments. GitHub does not say who voted: the number of votes becomes
a custom field. People come without e-mail addresses. Repositories of a GitHub Enterprise Server are read in the same way.

${HOW}`,
    options: {
      from: {
        type: 'string',
        value: 'URL',
        description: 'The repository, such as https://github.com/acme/ideas.',
        isRequired: true,
      },
      token: {
        type: 'string',
        value: 'TOKEN',
        description: 'A token that may read the discussions of the repository.',
        isRequired: true,
      },
      ...common,
    },
    examples: [
      [
        'earshot move-in github --from https://github.com/acme/ideas --token TOKEN --yes',
        'Bring the discussions.',
      ],
    ],
    run: (values) => {
      const repository = parseRepository(String(values.from))
      if (repository === undefined)
        throw new UsageError(
          '--from should be the address of a repository, such as https://github.com/acme/ideas.',
        )
      return move(values, {
        name: GITHUB,
        address: repository.address,
        given: { token: String(values.token) },
      })
    },
  },
  productboard: {
    summary: 'bring a workspace of Productboard',
    description: `Reads products, components, features, notes, people and companies by API v2. A note becomes feedback for each feature that it is
linked to. The token needs the rights to read entities and notes, and users:pii:read for e-mail addresses.

${HOW}`,
    options: {
      token: {
        type: 'string',
        value: 'TOKEN',
        description: 'An access token of the public API.',
        isRequired: true,
      },
      from: {
        type: 'string',
        value: 'URL',
        description: 'The address of the API.',
        default: PRODUCTBOARD_ADDRESS,
      },
      ...common,
    },
    examples: [['earshot move-in productboard --token TOKEN --yes', 'Bring the workspace.']],
    run: (values) =>
      move(values, {
        name: PRODUCTBOARD,
        address: originOf(values),
        given: { token: String(values.token) },
      }),
  },
  featurebase: {
    summary: 'bring an organization of Featurebase',
    description: `Reads boards, posts, votes, comments, people, companies and the changelog with a key of the API. Posts that not everybody can see
wait for approval, and private comments come as notes.

${HOW}`,
    options: {
      key: { type: 'string', value: 'KEY', description: 'A key of the API.', isRequired: true },
      from: {
        type: 'string',
        value: 'URL',
        description: 'The address of the API.',
        default: FEATUREBASE_ADDRESS,
      },
      ...common,
    },
    examples: [['earshot move-in featurebase --key KEY --yes', 'Bring the organization.']],
    run: (values) =>
      move(values, {
        name: FEATUREBASE,
        address: originOf(values),
        given: { key: String(values.key) },
      }),
  },
  aha: {
    summary: 'bring the ideas of an account of Aha!',
    description: `Reads workspaces, ideas, votes, comments, people and organizations. Ideas and comments that the portal does not show come as
suggestions that wait for approval and as notes.

${HOW}`,
    options: {
      from: {
        type: 'string',
        value: 'URL',
        description: 'The address of the account, such as https://acme.aha.io.',
        isRequired: true,
      },
      token: {
        type: 'string',
        value: 'TOKEN',
        description: 'An API key of somebody who can see all ideas.',
        isRequired: true,
      },
      ...common,
    },
    examples: [
      [
        'earshot move-in aha --from https://acme.aha.io --token TOKEN --yes',
        'Bring the ideas of the account.',
      ],
    ],
    run: (values) =>
      move(values, {
        name: AHA,
        address: originOf(values),
        given: { token: String(values.token) },
      }),
  },
})

const originOf = ({ from }: Values): string => originIn('--from', from)

/** The origin that an option gives. */
export function originIn(option: string, value: Values[string]): string {
  const url = URL.parse(String(value))
  // Not quoted: it could have a password.
  if (url === null || !['https:', 'http:'].includes(url.protocol) || url.username !== '')
    throw new UsageError(`${option} should be an address such as https://acme.example.`)
  if (url.pathname !== '/' || url.search !== '')
    throw new UsageError(`${option} should have no path and no query, as in https://acme.example.`)
  return url.origin
}
