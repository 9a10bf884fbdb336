// Keys of files. No valid key leads out of its directory or prefix.

const KEY = /^[0-9a-f]{32,64}(\.[a-z0-9]{1,10})?$/

export const isKey = (name: string) => KEY.test(name)

export function checkKey(key: string): string {
  if (!isKey(key)) throw new Error(`${JSON.stringify(key)} is not a file key.`)
  return key
}
