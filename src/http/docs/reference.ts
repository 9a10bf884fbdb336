// The API reference as one HTML page, rendered from the OpenAPI document. It can be read without its script.
import { type Html, html } from '../../texts/html.ts'
import { blocks, inline } from './markdown.ts'
import {
  type Entry,
  methodBadge,
  type OperationObject,
  operationDetails,
  type Parameter,
  type Resolve,
  type Response,
} from './operation.ts'
import { fieldRows, row, type Schema } from './schema.ts'

export type OpenApiDocument = {
  info: { title: string; version: string; description: string }
  tags: { name: string }[]
  paths: Record<string, Record<string, OperationObject>>
  components: {
    headers: Record<string, { schema: Schema; description: string }>
    parameters: Record<string, Parameter>
    responses: Record<string, Response>
    schemas: Record<string, Schema>
  }
}

export type Addresses = {
  document: string
  /** The reference of the other API. */
  other: { path: string; name: string }
  script: string
  style: string
  icon: string
}

type Collection = { name: string; title: string; entries: Entry[]; record: Schema | undefined }

export function referencePage(document: OpenApiDocument, addresses: Addresses): string {
  const collections = collectionsOf(document)
  const guide = guideOf(document)
  const count = collections.reduce((sum, { entries }) => sum + entries.length, 0)
  return `<!doctype html>${
    html`<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>API reference · Earshot</title><link rel="icon" href="${addresses.icon}"><link rel="stylesheet" href="${addresses.style}">
<script src="${addresses.script}" defer></script></head>
<body><a class="skip" href="#content">Skip to the content</a>
<header><a class="brand" href="/">Earshot</a><span class="soft">API reference</span>
<a class="token-link" href="#token">Token</a><button class="menu" type="button" aria-expanded="false" aria-controls="navigation">Menu</button></header>
<div class="layout"><nav id="navigation" aria-label="API reference">${navigation(guide, collections)}</nav>
<main id="content" tabindex="-1"><h1>API reference</h1>
<p class="soft">${count} operations on ${collections.length} collections. Also as an <a href="${addresses.document}">OpenAPI 3.1 document</a>. There is also the <a href="${addresses.other.path}">${addresses.other.name}</a>.</p>
${tokenForm}
<div id="guide">${guide.map(guideSection)}</div>
<p id="no-match" hidden>No operation matches.</p>
${collections.map((collection) => collectionSection(collection, resolver(document)))}</main></div></body></html>`
      .html
  }`
}

const resolver =
  ({ components }: OpenApiDocument): Resolve =>
  (value) => {
    const [, , group, name] = value.$ref?.split('/') ?? []
    if (group === undefined || name === undefined) return value
    return (components as unknown as Record<string, Record<string, typeof value>>)[group]?.[
      name
    ] as typeof value
  }

function collectionsOf({ tags, paths, components }: OpenApiDocument): Collection[] {
  const entries: Entry[] = Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({
      method: method.toUpperCase(),
      path,
      operation,
    })),
  )
  return tags.map(({ name }) => ({
    name,
    title: titleOf(name),
    entries: entries
      .filter(({ operation }) => operation.tags[0] === name)
      .sort((a, b) => orderOf(a) - orderOf(b)),
    record: components.schemas[name],
  }))
}

const SPECIAL_TITLES: Record<string, string> = { oauth: 'OAuth tokens', nps_ratings: 'NPS ratings' }
const titleOf = (name: string) =>
  SPECIAL_TITLES[name] ??
  name.replaceAll('_', ' ').replace(/^./, (character) => character.toUpperCase())

// List, create, read, change, delete, and then everything else in the order of the document.
const COMMON_ORDER = ['GET', 'POST', 'GET {}', 'PUT {}', 'DELETE {}']
function orderOf({ method, path, operation }: Entry): number {
  const [first, ...rest] = path.replace(/^\/api\/v2\/(admin\/)?/, '').split('/')
  if (first !== operation.tags[0] || !path.startsWith('/api/v2/admin/')) return COMMON_ORDER.length
  const place = COMMON_ORDER.indexOf(
    [method, ...rest.map((part) => part.replace(/\w+/, ''))].join(' '),
  )
  return place === -1 || rest.some((part) => !part.startsWith('{')) ? COMMON_ORDER.length : place
}

type Guide = { id: string; title: string; content: Html }

function guideOf({ info, components }: OpenApiDocument): Guide[] {
  const [first, ...others] = blocks(info.description)
  return [
    { id: 'overview', title: first?.title ?? 'Overview', content: first?.content ?? html`` },
    ...others.map(({ title = 'More', content }) => ({
      id: `guide-${title.toLowerCase().replace(/\W+/g, '-')}`,
      title,
      content,
    })),
    { id: 'guide-status-codes', title: 'Status codes', content: statusCodes(components) },
    {
      id: 'guide-response-headers',
      title: 'Response headers',
      content: responseHeaders(components),
    },
  ]
}

function statusCodes({ responses, schemas }: OpenApiDocument['components']): Html {
  const statuses = Object.entries(responses)
    .filter(([name]) => name === 'not_modified' || name.startsWith('error_'))
    .map(([name, { description }]) => ({
      status: name === 'not_modified' ? '304' : name.replace('error_', ''),
      description,
    }))
    .sort((a, b) => Number(a.status) - Number(b.status))
  const { error, links_map: links, pagination } = schemas
  return html`<ul class="fields">${statuses.map(
    ({ status, description }) =>
      html`<li id="status-${status}"><b class="status">${status}</b><p>${inline(description)}.</p></li>`,
  )}</ul>
${commonSchema('error', 'The body of an error', error)}
${commonSchema('pagination', 'pagination', pagination)}
${commonSchema('links_map', 'links of an answer', links)}`
}

const commonSchema = (name: string, title: string, schema: Schema | undefined): Html | false =>
  schema !== undefined &&
  html`<details class="record"><summary><h3>${title}</h3></summary><div id="record-${name}">
${schema.description && html`<p>${inline(schema.description)}</p>`}<ul class="fields">${
    schema.properties ? fieldRows(schema) : row('…', mapValues(schema), { isRequired: false })
  }</ul></div></details>`

const mapValues = ({ additionalProperties }: Schema): Schema =>
  typeof additionalProperties === 'object' ? additionalProperties : {}

const responseHeaders = ({ headers }: OpenApiDocument['components']): Html =>
  html`<ul class="fields">${Object.entries(headers).map(([name, { schema, description }]) =>
    row(name, schema, { isRequired: false, description }),
  )}</ul>`

const guideSection = ({ id, title, content }: Guide): Html =>
  html`<section id="${id}" aria-labelledby="${id}-title"><h2 id="${id}-title">${title}</h2>${content}</section>`

const navigation = (guide: Guide[], collections: Collection[]): Html =>
  html`<form role="search" class="scripted"><label for="filter">Filter operations</label>
<input id="filter" type="search" autocomplete="off" spellcheck="false" aria-describedby="matches" placeholder="e.g. suggestions merge">
<p id="matches" role="status" class="soft"></p></form>
<div id="guide-navigation"><p class="group">Guide</p><ul>${guide.map(
    ({ id, title }) => html`<li><a href="#${id}">${title}</a></li>`,
  )}</ul></div>
<p class="group">Collections</p><ul id="collection-links">${collections.map(
    ({ name, title, entries }) =>
      html`<li><a href="#${name}">${title}</a><ul>${entries.map(
        ({ method, operation }) =>
          html`<li><a href="#${operation.operationId}">${methodBadge(method)} ${operation.summary}</a></li>`,
      )}</ul></li>`,
  )}</ul>`

const tokenForm = html`<section id="token" aria-labelledby="token-title"><h2 id="token-title">Your token</h2>
<p>Every operation needs a token of an API client. <code>bin/serve</code> prints one when it starts.
<code>bin/earshot clients create --name me</code> creates another.</p>
<form class="scripted" id="token-form"><label for="token-field">Token for the requests that you send from this page</label>
<div class="with-button"><input id="token-field" type="password" autocomplete="off" spellcheck="false"><button>Use token</button></div>
<p id="token-state" role="status" class="soft"></p></form></section>`

function collectionSection({ name, title, entries, record }: Collection, resolve: Resolve): Html {
  const fields = record ? fieldRows(record) : []
  return html`<section class="collection" id="${name}" aria-labelledby="${name}-title"><h2 id="${name}-title">${title}</h2>
${entries.map((entry) => operationDetails(entry, resolve))}
${
  fields.length > 0 &&
  html`<details class="record"><summary><h3>Fields of a record</h3></summary><div id="record-${name}"><ul class="fields">${fields}</ul></div></details>`
}</section>`
}
