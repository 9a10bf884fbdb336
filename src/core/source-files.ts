import { extname } from 'node:path'

/** `.ts` in a checkout. The npm package is compiled, because Node.js strips no types inside `node_modules`: `.js`. */
export const SOURCE_EXTENSION = extname(import.meta.filename)

export const isPackaged = SOURCE_EXTENSION === '.js'
