// The encrypted tokens that the hosted product accepted before JSON Web Tokens: AES-128-CBC without authentication.
import { createDecipheriv, createHash } from 'node:crypto'
import type { JWTPayload } from 'jose'

export type AesKey = { id: number; secret: string }

const VECTOR = Buffer.from('OpenSSL for Ruby')
const BLOCK = 16

/** Undefined when no key gives an object. */
export function decryptAesToken(
  token: string,
  keys: AesKey[],
  subdomain: string,
): { keyId: number; claims: JWTPayload } | undefined {
  const ciphertext = Buffer.from(token.replace(/\s/g, '+'), 'base64')
  if (ciphertext.length === 0 || ciphertext.length % BLOCK !== 0) return undefined
  for (const { id, secret } of keys) {
    const key = createHash('sha1')
      .update(secret + subdomain)
      .digest()
      .subarray(0, BLOCK)
    // Some programs mix the vector into the first block themselves: then the cipher has none.
    for (const vector of [VECTOR, Buffer.alloc(BLOCK)]) {
      const claims = decrypt(ciphertext, key, vector)
      if (claims) return { keyId: id, claims }
    }
  }
  return undefined
}

function decrypt(ciphertext: Buffer, key: Buffer, vector: Buffer): JWTPayload | undefined {
  try {
    const cipher = createDecipheriv('aes-128-cbc', key, vector)
    const text = Buffer.concat([cipher.update(ciphertext), cipher.final()]).toString()
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? { ...value }
      : undefined
  } catch {
    return undefined
  }
}
