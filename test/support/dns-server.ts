// A real DNS server on this machine, with the records of a test.
import type { AddressInfo } from 'node:net'
import dns2 from 'dns2'
import { onCleanup } from './cleanup.ts'

/** Text records and mail servers by name. `silent` names get no answer, as those of a broken server. */
export type Zone = {
  txt: Record<string, string[]>
  mx: Record<string, string[]>
  silent: string[]
  asked: string[]
}

/** Strings of a record have at most 255 bytes. */
const splitText = (text: string) => text.match(/[\s\S]{1,255}/g) ?? ['']

/** The zone can be changed while it runs. */
export async function startDnsServer(): Promise<{ server: string; zone: Zone }> {
  const zone: Zone = { txt: {}, mx: {}, silent: [], asked: [] }
  const { Packet } = dns2
  const server = dns2.createServer({
    udp: true,
    handle: (request, send) => {
      const [question] = request.questions
      const name = question?.name.toLowerCase() ?? ''
      zone.asked.push(name)
      if (zone.silent.includes(name)) return
      const answer = Packet.createResponseFromRequest(request)
      const add = (type: number, record: object) =>
        answer.answers.push({ name, type, class: Packet.CLASS.IN, ttl: 1, ...record } as never)
      if (question?.type === Packet.TYPE.TXT)
        for (const text of zone.txt[name] ?? []) add(Packet.TYPE.TXT, { data: splitText(text) })
      if (question?.type === Packet.TYPE.MX)
        for (const [i, exchange] of (zone.mx[name] ?? []).entries())
          add(Packet.TYPE.MX, { exchange, priority: 10 * (i + 1) })
      send(answer)
    },
  })
  const { udp } = (await server.listen({ udp: { port: 0, address: '127.0.0.1' } })) as {
    udp: AddressInfo
  }
  onCleanup(async () => {
    await server.close()
  })
  return { server: `127.0.0.1:${udp.port}`, zone }
}
