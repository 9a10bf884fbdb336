// The baseline of uploads and downloads: node:http streaming between socket and file, without inspection and fsync.
import { createReadStream, createWriteStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'

const directory = process.env.BENCH_FILES as string
let uploads = 0

createServer(async (request, response) => {
  if (request.method === 'POST') {
    uploads += 1
    const name = String(uploads)
    await pipeline(request, createWriteStream(join(directory, name)))
    response.statusCode = 201
    response.end(JSON.stringify({ name }))
    return
  }
  const path = join(directory, (request.url ?? '').slice(1).replaceAll('/', ''))
  const found = await stat(path).catch(() => undefined)
  if (!found?.isFile()) return void response.end('ready')
  response.setHeader('content-length', found.size)
  await pipeline(createReadStream(path), response).catch(() => {})
}).listen(Number(process.env.PORT), '127.0.0.1')
