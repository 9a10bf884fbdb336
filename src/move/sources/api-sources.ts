// The sources that are read by an API: how each is reached, looked at and read. A new one is one entry, and one in resources/moves.ts.
import { parseRepository, type Repository } from '../../core/github-repository.ts'
import type { Manifest } from '../form.ts'
import { AHA, ahaSource, lookAtAha } from './aha.ts'
import { readApi } from './api-reader.ts'
import { CANNY, CANNY_ADDRESS, cannySource, identifyCanny, lookAtCanny } from './canny.ts'
import {
  FEATUREBASE,
  FEATUREBASE_ADDRESS,
  FEATUREBASE_HEADERS,
  featurebaseSource,
  identifyFeaturebase,
  lookAtFeaturebase,
} from './featurebase.ts'
import { GITHUB, githubSource, lookAtGithub } from './github.ts'
import {
  identifyProductboard,
  lookAtProductboard,
  PRODUCTBOARD,
  PRODUCTBOARD_ADDRESS,
  productboardSource,
} from './productboard.ts'
import { type SourceClient, SourceError, type SourceOptions } from './source-client.ts'
import {
  type Look,
  lookAtUservoice,
  type ReadOptions,
  readUservoice,
  USERVOICE,
} from './uservoice.ts'

/** As people enter them: a key with or without its secret, or a token. */
export type GivenCredentials = {
  key?: string | undefined
  secret?: string | undefined
  token?: string | undefined
}

export type Connection = Pick<SourceOptions, 'origin' | 'credentials' | 'headers'>

export type ApiSource = {
  /** Where the API answers, of a product that has one for all accounts. Otherwise the address of the account does. */
  apiAddress?: string
  connect(address: string, given: GivenCredentials): Connection
  /** The address of the account that the key opens, where that of the API does not say it. */
  identify?(client: SourceClient): Promise<string>
  look(client: SourceClient, account: string): Promise<Look>
  read(options: ReadOptions & { account: string }): Promise<Manifest>
}

const byToken = (origin: string, { token = '' }: GivenCredentials): Connection => ({
  origin,
  credentials: { token },
})

function repositoryOf(address: string): Repository {
  const repository = parseRepository(address)
  if (!repository) throw new SourceError('The address is not that of a repository.')
  return repository
}

/** Under their names in the form. */
export const API_SOURCES: Record<string, ApiSource> = {
  [USERVOICE]: {
    connect: (origin, { key = '', secret = '', token }) => ({
      origin,
      credentials: token === undefined ? { key, secret } : { token },
    }),
    look: lookAtUservoice,
    read: readUservoice,
  },
  [CANNY]: {
    apiAddress: CANNY_ADDRESS,
    connect: (origin, { key = '' }) => ({ origin, credentials: { body: { apiKey: key } } }),
    identify: identifyCanny,
    look: lookAtCanny,
    read: (options) => readApi(cannySource(options.client, options.account), options),
  },
  [PRODUCTBOARD]: {
    apiAddress: PRODUCTBOARD_ADDRESS,
    connect: byToken,
    identify: identifyProductboard,
    look: lookAtProductboard,
    read: (options) => readApi(productboardSource(options.client, options.account), options),
  },
  [FEATUREBASE]: {
    apiAddress: FEATUREBASE_ADDRESS,
    connect: (origin, { key = '' }) => ({
      origin,
      credentials: { token: key },
      headers: FEATUREBASE_HEADERS,
    }),
    identify: identifyFeaturebase,
    look: lookAtFeaturebase,
    read: (options) => readApi(featurebaseSource(options.client, options.account), options),
  },
  [AHA]: {
    connect: byToken,
    look: lookAtAha,
    read: (options) => readApi(ahaSource(options.client), options),
  },
  [GITHUB]: {
    connect: (address, given) => byToken(new URL(repositoryOf(address).endpoint).origin, given),
    look: (client, account) => lookAtGithub(client, repositoryOf(account)),
    read: (options) =>
      readApi(githubSource(options.client, repositoryOf(options.account)), options),
  },
}
