// Uploads and downloads large bodies in its own process: receives a transfer by message and sends back MB/s.
import { Agent, request } from 'node:http'

export type Transfer = {
  url: string
  headers: Record<string, string>
  /** The body to send concurrently; undefined: download instead. */
  upload?: { head: string; tail: string; bytes: number }
  atOnce: number
}

const CHUNK = Buffer.alloc(262_144, 'earshot ')

process.once('message', async (told: Transfer) => {
  const agent = new Agent({ keepAlive: false })
  const begun = performance.now()
  const moved = await Promise.all(
    Array.from({ length: told.atOnce }, () => transferred(told, agent)),
  )
  const seconds = (performance.now() - begun) / 1000
  const bytes = moved.reduce((sum, one) => sum + one.bytes, 0)
  process.send?.({ rate: bytes / 1e6 / seconds, answers: moved.map(({ answer }) => answer) })
  process.disconnect()
})

function transferred({ url, headers, upload }: Transfer, agent: Agent) {
  return new Promise<{ bytes: number; answer: string }>((resolve, reject) => {
    const length = upload && upload.head.length + upload.bytes + upload.tail.length
    const sent = request(
      url,
      {
        agent,
        method: upload ? 'POST' : 'GET',
        headers: { ...headers, ...(length && { 'content-length': length }) },
      },
      (answer) => {
        let received = 0
        let text = ''
        answer.on('data', (chunk: Buffer) => {
          received += chunk.length
          if (upload) text += chunk
        })
        answer.once('end', () => {
          if ((answer.statusCode ?? 500) >= 300) reject(new Error(`${answer.statusCode} ${text}`))
          else resolve({ bytes: upload?.bytes ?? received, answer: text })
        })
      },
    )
    sent.once('error', reject)
    if (!upload) return void sent.end()
    sent.write(upload.head)
    let left = upload.bytes
    const more = () => {
      while (left > 0) {
        const chunk = left < CHUNK.length ? CHUNK.subarray(0, left) : CHUNK
        left -= chunk.length
        if (!sent.write(chunk)) return void sent.once('drain', more)
      }
      sent.end(upload.tail)
    }
    more()
  })
}
