// Keys of files. No valid key leads out of its directory or prefix.

const KEY = /^[0-9a-f]{32,64}(\.[a-z0-9]{1,10})?$/

export const isKey = (name: string) => KEY.test(name)

/** Which names a store has, and whether a directory spreads them over 256 subdirectories by their first two digits. */
export type KeyLayout = { isKey(name: string): boolean; isSpread: boolean }

export const FILE_KEYS: KeyLayout = { isKey, isSpread: true }

export function checkKey(key: string, layout: KeyLayout): string {
  if (!layout.isKey(key)) throw new Error(`${JSON.stringify(key)} is not a file key.`)
  return key
}
