// An authenticator app: codes by RFC 6238, independent of the library that the service uses.
import { createHmac } from 'node:crypto'

export const stepAt = (milliseconds: number) => Math.floor(milliseconds / 30_000)

export function codeOf(secret: Uint8Array, step: number, digits = 6): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const mac = createHmac('sha1', secret).update(counter).digest()
  const offset = mac.readUInt8(19) & 15
  const number = mac.readUInt32BE(offset) & 0x7fffffff
  return String(number % 10 ** digits).padStart(digits, '0')
}

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

export function decodeBase32(text: string): Uint8Array {
  const bits = [...text.replace(/[\s=]/g, '')]
    .map((character) => BASE32.indexOf(character).toString(2).padStart(5, '0'))
    .join('')
  return Uint8Array.from(bits.match(/.{8}/g) ?? [], (byte) => Number.parseInt(byte, 2))
}
