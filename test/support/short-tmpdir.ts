import { tmpdir } from 'node:os'

/** For directories of servers: the path of a socket has at most about 100 characters, and on macOS tmpdir() is long. */
export const shortTmpdir = process.platform === 'darwin' ? '/tmp' : tmpdir()
