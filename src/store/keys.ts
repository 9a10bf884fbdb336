// What a file may be called, so that no key leads out of its directory or prefix.

const KEY = /^[0-9a-f]{32,64}(\.[a-z0-9]{1,10})?$/

export const isKey = (name: string) => KEY.test(name)

export function checkKey(key: string): string {
  if (!isKey(key)) throw new Error(`${JSON.stringify(key)} is no key of a file.`)
  return key
}
