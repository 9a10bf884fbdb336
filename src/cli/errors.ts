// What the operator sees of an error: one line, and an exit code.

import { ConfigError } from '../config.ts'
import { ApiError } from '../core/api-error.ts'
import { describeDiskFull } from '../core/disk-full.ts'
import { SchemaError } from '../db/schema-error.ts'
import { describeStoreError } from '../store/store-unavailable.ts'
import { CommandError, UsageError } from './command.ts'
import { REQUIRED_GRANTS } from './database.ts'

type Coded = Error & { code?: string; path?: string; cause?: Coded }

const INSUFFICIENT_PRIVILEGE = '42501'

const SYSTEM_ERRORS: Record<string, string> = {
  EACCES: 'Permission denied',
  EPERM: 'Permission denied',
  EROFS: 'Read-only file system',
  ENOENT: 'No such file or directory',
  ENOTDIR: 'Not a directory',
  EISDIR: 'Is a directory',
  EMFILE: 'Too many open files',
}

const SOCKET_ERROR = /^(ECONNREFUSED|ECONNRESET|ENOTFOUND|EHOSTUNREACH|ETIMEDOUT|EPIPE)$/

/** SQLSTATE: the server stops, starts, or has no connection left. */
const DATABASE_AWAY = /^(57P0[123]|08\w{3}|53300)$/

export type Description = { message: string; exitCode: 1 | 2; stack?: string }

export function describeError(error: unknown, isDebug: boolean): Description {
  const expected = describeExpected(error)
  const stack = isDebug ? { stack: stackOf(error) } : {}
  if (expected) return { ...expected, ...stack }
  const message = error instanceof Error ? error.message || error.name : String(error)
  const hint = isDebug ? '' : ' (run with --debug for the stack trace)'
  return { message: `Unexpected error: ${message.split('\n', 1)[0]}${hint}`, exitCode: 1, ...stack }
}

function describeExpected(error: unknown): Description | null {
  if (!(error instanceof Error)) return null
  const { message, code = '', path, cause } = error as Coded
  if (error instanceof UsageError || error instanceof ConfigError) return { message, exitCode: 2 }
  const known = describeStoreError(error) ?? describeDiskFull(error)
  if (known) return { message: known, exitCode: 1 }
  if ([code, cause?.code].includes(INSUFFICIENT_PRIVILEGE))
    return { message: `${message}: ${REQUIRED_GRANTS}`, exitCode: 1 }
  if ([CommandError, ApiError, SchemaError].some((kind) => error instanceof kind))
    return { message, exitCode: 1 }
  if (Object.hasOwn(SYSTEM_ERRORS, code))
    return { message: `${path ? `${path}: ` : ''}${SYSTEM_ERRORS[code]} (${code}).`, exitCode: 1 }
  if (DATABASE_AWAY.test(code) || /^Connection terminated/.test(message))
    return { message: `The database connection failed: ${message}.`, exitCode: 1 }
  if (SOCKET_ERROR.test(code))
    return { message: `The connection failed: ${message || code}.`, exitCode: 1 }
  // The rest of the program explains failures that it expects with a plain Error.
  return error.constructor === Error ? { message, exitCode: 1 } : null
}

function stackOf(error: unknown): string {
  if (!(error instanceof Error)) return ''
  const { stack = '', cause } = error
  return cause instanceof Error ? `${stack}\nCaused by: ${stackOf(cause)}` : stack
}
