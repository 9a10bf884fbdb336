// One operation of the API reference: parameters, body, answers and an example request.
import { type Html, html } from '../../texts/html.ts'
import { inline } from './markdown.ts'
import { exampleOf, fieldRows, row, type Schema, typeName } from './schema.ts'

export type Parameter = {
  $ref?: string
  name: string
  in: 'path' | 'query' | 'header'
  required?: boolean
  description?: string
  explode?: boolean
  schema: Schema
}

export type Response = {
  $ref?: string
  description: string
  content?: Record<string, { schema: Schema }>
}

export type OperationObject = {
  operationId: string
  summary: string
  description?: string
  deprecated?: boolean
  tags: string[]
  security?: unknown[]
  parameters?: Parameter[]
  requestBody?: { required?: boolean; content: Record<string, { schema: Schema }> }
  responses: Record<string, Response>
}

export type Entry = { method: string; path: string; operation: OperationObject }

/** Follows a `$ref` of the document. */
export type Resolve = <T extends { $ref?: string }>(value: T) => T

const PREFIX = '/api/v2/admin'
const JSON_TYPE = 'application/json'
const FILE_TYPE = 'multipart/form-data'

/** The id stands inside, so that a browser opens the operation when an address names it. */
export function operationDetails({ method, path, operation }: Entry, resolve: Resolve): Html {
  const { operationId, summary, description, deprecated, security } = operation
  const parameters = (operation.parameters ?? []).map(resolve)
  const isOpen = security?.length === 0
  const body = bodyOf(operation, resolve)
  return html`<details class="operation"><summary>${methodBadge(method)}<h3>${summary}${
    deprecated && html` <b>deprecated</b>`
  }</h3><code class="path">${shortPath(path)}</code></summary>
<div class="body" id="${operationId}" data-method="${method}" data-path="${path}"${isOpen && html` data-open`}><div class="columns"><div class="facts">
${description && html`<p>${inline(description)}</p>`}
${parameterList('Path parameters', parameters, 'path')}
${parameterList('Query parameters', parameters, 'query')}
${parameterList('Request headers', parameters, 'header')}
${bodySection(operation, body)}
${answers(operation, resolve)}</div>
<div class="samples">${codeBlock('Request', curl(method, path, body, isOpen))}${
    body?.example !== undefined &&
    codeBlock('Body', JSON.stringify(body.example, null, 2), html` data-body="${JSON_TYPE}"`)
  }${body?.type === FILE_TYPE && html`<span data-body="${FILE_TYPE}"></span>`}</div></div></div></details>`
}

export const methodBadge = (method: string) =>
  html`<span class="method ${method.toLowerCase()}">${method}</span>`

const shortPath = (path: string): Html =>
  path.startsWith(`${PREFIX}/`)
    ? html`<span class="prefix">${PREFIX}</span>${path.slice(PREFIX.length)}`
    : html`${path}`

function parameterList(title: string, all: Parameter[], place: Parameter['in']): Html | false {
  const parameters = all.filter((one) => one.in === place)
  if (parameters.length === 0) return false
  return section(
    title,
    parameters.map(({ name, required = false, description, explode, schema }) =>
      row(name, schema, {
        isRequired: required,
        description,
        attributes: html` data-in="${explode ? 'query-string' : place}" data-name="${name}"${optionsOf(schema)}`,
      }),
    ),
  )
}

function optionsOf({ enum: values, type }: Schema): Html | string {
  const options = values ?? (type === 'boolean' ? ['true', 'false'] : [])
  return options.length > 0 ? html` data-options="${options.join(' ')}"` : ''
}

const section = (title: string, rows: Html[], about?: Html | false) =>
  html`<h4>${title}</h4>${about}${rows.length > 0 && html`<ul class="fields">${rows}</ul>`}`

type Body = { type: string; schema: Schema; example: unknown }

function bodyOf({ requestBody }: OperationObject, resolve: Resolve): Body | undefined {
  const content = requestBody?.content ?? {}
  const type = JSON_TYPE in content ? JSON_TYPE : Object.keys(content)[0]
  const sent = type === undefined ? undefined : content[type]?.schema
  if (type === undefined || sent === undefined) return undefined
  const schema = resolve(sent)
  const isEmpty = !schema.properties || Object.keys(schema.properties).length === 0
  return { type, schema, example: type === JSON_TYPE && !isEmpty ? exampleOf(schema) : undefined }
}

function bodySection(operation: OperationObject, body: Body | undefined): Html | false {
  const rows = body ? fieldRows(body.schema) : []
  if (rows.length === 0) return false
  const types = Object.keys(operation.requestBody?.content ?? {})
  return section(
    'Body',
    rows,
    html`<p class="soft">${types.map((type, i) => html`${i > 0 && ', '}<code>${type}</code>`)}</p>`,
  )
}

function answers({ responses }: OperationObject, resolve: Resolve): Html {
  const all = Object.entries(responses)
  const successes = all.filter(([status]) => status.startsWith('2'))
  const others = all.filter(([status]) => !status.startsWith('2'))
  const rows = successes.map(([status, response]) => success(status, resolve(response), resolve))
  return html`<h4>Answers</h4>${rows}<p class="statuses">Other statuses: ${others.map(
    ([status], i) => html`${i > 0 && ', '}<a href="#status-${status}">${status}</a>`,
  )}</p>`
}

function success(status: string, { description, content }: Response, resolve: Resolve): Html {
  const answer = content?.[JSON_TYPE]?.schema
  const schema = answer && resolve(answer)
  const rows = schema?.properties ? fieldRows(schema) : []
  return html`<p><b class="status">${status}</b> ${inline(description)}${
    schema && rows.length === 0 && html` (${typeName(schema)})`
  }</p>${rows.length > 0 && html`<ul class="fields">${rows}</ul>`}`
}

function curl(method: string, path: string, body: Body | undefined, isOpen: boolean): string {
  const lines = [`curl "$EARSHOT_URL${path.replace(/\{\w+\}/g, '1')}"`]
  if (method !== 'GET') lines[0] = lines[0]?.replace('curl', `curl -X ${method}`) ?? ''
  if (!isOpen) lines.push('-H "Authorization: Bearer $EARSHOT_TOKEN"')
  if (body?.type === FILE_TYPE) lines.push('-F file=@picture.png')
  if (body?.example !== undefined) lines.push(`--json '${JSON.stringify(body.example)}'`)
  return lines.join(' \\\n  ')
}

/** It scrolls sideways by itself, so it takes the focus. */
const codeBlock = (title: string, text: string, attributes: Html | string = ''): Html =>
  html`<figure><figcaption>${title}</figcaption><pre tabindex="0" role="group" aria-label="${title}"${attributes}><code>${text}</code></pre></figure>`
