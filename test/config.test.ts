// The environment: what is taken from it, and how every wrong value is told.
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { ConfigError, readConfig } from '../src/config.ts'

const problemsOf = (env: NodeJS.ProcessEnv): string[] => {
  try {
    readConfig(env)
    return []
  } catch (error) {
    expect(error).toBeInstanceOf(ConfigError)
    return (error as Error).message.split('\n')
  }
}

describe('configuration', () => {
  const defaults = {
    port: 8080,
    host: '127.0.0.1',
    databaseUrl: null,
    dataDir: join(import.meta.dirname, '..', 'data'),
    publicUrl: null,
    logLevel: 'info',
  }

  test('needs nothing', () => {
    expect(readConfig({})).toEqual(defaults)
  })

  test('takes blank values for absent ones', () => {
    const blank = { PORT: '', HOST: ' ', DATABASE_URL: '', EARSHOT_DATA: ' ', EARSHOT_URL: '' }
    expect(readConfig({ ...blank, LOG_LEVEL: '\t' })).toEqual(defaults)
  })

  test('takes every value, trimmed', () => {
    expect(
      readConfig({
        PORT: ' 9000 ',
        HOST: '0.0.0.0',
        DATABASE_URL: 'postgres://earshot:secret@db.internal:5432/earshot?sslmode=require',
        EARSHOT_DATA: ' /srv/earshot ',
        EARSHOT_URL: 'https://feedback.example.com/',
        LOG_LEVEL: 'debug',
      }),
    ).toEqual({
      port: 9000,
      host: '0.0.0.0',
      databaseUrl: 'postgres://earshot:secret@db.internal:5432/earshot?sslmode=require',
      dataDir: '/srv/earshot',
      publicUrl: 'https://feedback.example.com',
      logLevel: 'debug',
    })
  })

  test('takes a data directory from the working directory, as people type it', () => {
    expect(readConfig({ EARSHOT_DATA: 'here' }).dataDir).toBe(join(process.cwd(), 'here'))
  })

  test.each([
    ['PORT', '0'],
    ['PORT', '65535'],
    ['HOST', 'localhost'],
    ['HOST', '::1'],
    ['HOST', 'feedback.internal'],
    ['DATABASE_URL', 'postgresql://db/earshot'],
    ['DATABASE_URL', 'postgres:///earshot?host=/var/run/postgresql'],
    ['EARSHOT_URL', 'http://localhost:8080'],
    ['EARSHOT_URL', 'https://example.com/feedback'],
    ['LOG_LEVEL', 'silent'],
  ])('takes %s=%s', (name, value) => {
    expect(problemsOf({ [name]: value })).toEqual([])
  })
})

describe('a wrong value', () => {
  test.each([
    ['PORT', 'eighty', 'a port number from 0 to 65535'],
    ['PORT', '65536', 'a port number'],
    ['PORT', '-1', 'a port number'],
    ['PORT', '80.5', 'a port number'],
    ['PORT', '0x50', 'a port number'],
    ['HOST', 'http://example.com', 'an address or a host name'],
    ['HOST', 'a b', 'an address or a host name'],
    ['HOST', '10.0.0.1/8', 'an address or a host name'],
    ['DATABASE_URL', 'db.internal', 'postgres://'],
    ['DATABASE_URL', 'mysql://db/earshot', 'postgres://'],
    ['DATABASE_URL', 'postgres://', 'postgres://user'],
    ['DATABASE_URL', 'postgres://db:port/earshot', 'postgres://user'],
    ['DATABASE_URL', 'postgres://db:99999/earshot', 'postgres://user'],
    ['EARSHOT_URL', 'feedback.example.com', 'http'],
    ['EARSHOT_URL', 'ftp://example.com', 'http'],
    ['EARSHOT_URL', 'https://example.com/?a=1', 'https://feedback.example.com'],
    ['EARSHOT_URL', 'https://example.com/#top', 'https://feedback.example.com'],
    ['EARSHOT_URL', 'https://', 'https://feedback.example.com'],
    ['LOG_LEVEL', 'loud', 'trace, debug, info, warn, error, fatal, silent'],
    ['LOG_LEVEL', 'INFO', 'trace, debug, info'],
  ])('of %s (%s) is named, with what would be right', (name, value, right) => {
    const [problem = '', ...others] = problemsOf({ [name]: value })
    expect(others).toEqual([])
    expect(problem).toContain(`${name} is ${JSON.stringify(value)}`)
    expect(problem).toContain(right)
    expect(problem).toMatch(/\.$/)
  })

  test('is told together with all the others', () => {
    const problems = problemsOf({
      PORT: 'x',
      HOST: 'a b',
      DATABASE_URL: 'x',
      EARSHOT_URL: 'x',
      LOG_LEVEL: 'x',
    })
    expect(problems.map((problem) => problem.split(' ')[0])).toEqual([
      'PORT',
      'HOST',
      'DATABASE_URL',
      'EARSHOT_URL',
      'LOG_LEVEL',
    ])
  })

  test('does not show a password', () => {
    for (const [name, value] of [
      ['DATABASE_URL', 'mysql://ann:s3cret@db/earshot'],
      ['EARSHOT_URL', 'https://ann:s3cret@example.com'],
    ] as const) {
      const [problem] = problemsOf({ [name]: value })
      expect(problem).toContain(name)
      expect(problem).not.toContain('s3cret')
    }
  })
})
