// An S3 server that checks signatures.

import { mkdtempSync } from 'node:fs'
import { mkdir, readdir, readFile, rm, stat } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onCleanup } from './cleanup.ts'

type Request = IncomingMessage
type Response = ServerResponse
type Listed = {
  objects: { key: string; size: number; lastModifiedDate: Date }[]
  isTruncated: boolean
}
type Server = {
  callback(): (request: Request, response: Response) => void
  configureBuckets(): Promise<unknown>
  store: { listObjects(bucket: string, options: object): Promise<Listed> }
}
type S3rver = new (options: object) => Server
const S3rver: S3rver = createRequire(import.meta.url)('@20minutes/s3rver')

// Small, so that clients must read several pages.
const PAGE = 3

export type S3Server = {
  /** For FILES_URL; the prefix is `some/where/`. */
  url: string
  /** The directory of unfinished uploads, one directory for each. */
  uploads: string
  /** Rejects the requests for which this returns true. */
  refuse(isRefused: (request: Request) => boolean): void
}

export async function startS3Server(): Promise<S3Server> {
  const directory = mkdtempSync(join(tmpdir(), 'earshot-s3-'))
  const options = { directory, silent: true, configureBuckets: [{ name: 'earshot-files' }] }
  const s3rver = new S3rver(options)
  await s3rver.configureBuckets()
  const uploads = join(directory, 'earshot-files', '._S3rver_uploads')
  await mkdir(uploads, { recursive: true })
  const handle = s3rver.callback()
  let isRefused: (request: Request) => boolean = () => false
  const server = createServer((request, response) => {
    if (isRefused(request))
      return sendXml(request, response, 403, '<Error><Code>AccessDenied</Code></Error>')
    if (isOfUploads(request)) return void answerAboutUploads(uploads, request, response)
    if (request.url?.includes('list-type=2')) return void answerList(s3rver, request, response)
    return handle(request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onCleanup(async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
    await rm(directory, { recursive: true })
  })
  const { port } = server.address() as AddressInfo
  return {
    url: `s3://S3RVER:S3RVER@127.0.0.1:${port}/earshot-files/some/where?tls=false`,
    uploads,
    refuse: (next) => {
      isRefused = next
    },
  }
}

// The library lacks two operations: aborting an upload, and listing unfinished ones.
const isOfUploads = ({ method, url = '' }: Request) =>
  (method === 'DELETE' && url.includes('uploadId=')) ||
  (method === 'GET' && /[?&]uploads/.test(url))

async function answerAboutUploads(
  uploads: string,
  request: Request,
  response: Response,
): Promise<void> {
  const asked = queryOf(request)
  const id = asked.get('uploadId')
  if (id !== null) {
    await rm(join(uploads, id), { recursive: true })
    return sendXml(request, response, 204, '')
  }
  const ids = (await readdir(uploads)).sort()
  const start = ids.indexOf(asked.get('upload-id-marker') ?? '') + 1
  const page = ids.slice(start, start + PAGE)
  const items = await Promise.all(page.map((one) => uploadXml(uploads, one)))
  const isTruncated = start + PAGE < ids.length
  return sendXml(
    request,
    response,
    200,
    `<ListMultipartUploadsResult><IsTruncated>${isTruncated}</IsTruncated>
      <NextKeyMarker>any</NextKeyMarker><NextUploadIdMarker>${page.at(-1) ?? ''}</NextUploadIdMarker>
      ${items.join('')}</ListMultipartUploadsResult>`,
  )
}

// The library needs a cipher for the second page of a list that Node.js no longer has.
async function answerList({ store }: Server, request: Request, response: Response): Promise<void> {
  const asked = queryOf(request)
  const bucket = request.url?.split(/[/?]/)[1] ?? ''
  const { objects, isTruncated } = await store.listObjects(bucket, {
    prefix: asked.get('prefix') ?? '',
    startAfter: asked.get('continuation-token') ?? '',
    maxKeys: PAGE,
  })
  const items = objects.map(
    ({ key, size, lastModifiedDate }) =>
      `<Contents><Key>${key}</Key><Size>${size}</Size>
        <LastModified>${lastModifiedDate.toISOString()}</LastModified></Contents>`,
  )
  const next = isTruncated
    ? `<NextContinuationToken>${objects.at(-1)?.key}</NextContinuationToken>`
    : ''
  const xml = `<ListBucketResult><IsTruncated>${isTruncated}</IsTruncated>${next}${items.join('')}</ListBucketResult>`
  sendXml(request, response, 200, xml)
}

const queryOf = ({ url = '' }: Request) => new URL(url, 'http://localhost').searchParams

async function uploadXml(uploads: string, id: string): Promise<string> {
  const key = await readFile(join(uploads, id, 'key'), 'utf8')
  const { mtime } = await stat(join(uploads, id, 'key'))
  return `<Upload><Key>${key}</Key><UploadId>${id}</UploadId>
    <Initiated>${mtime.toISOString()}</Initiated></Upload>`
}

function sendXml(request: Request, response: Response, status: number, xml: string) {
  request.resume()
  response.writeHead(status, { 'content-type': 'application/xml' }).end(xml)
}
