// The fail-over of a PostgreSQL cluster under Patroni and etcd, by the script that operators can run themselves. It takes minutes and
// needs Debian packages, so only the nightly command runs it.
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { EXHAUSTIVE } from '../support/exhaustive.ts'

const SCRIPT = join(import.meta.dirname, '../../deploy/patroni/try-failover.ts')
const MISSING_PROGRAM = 77

test.runIf(EXHAUSTIVE)(
  'Patroni fails over twice, and no acknowledged write is lost',
  {
    timeout: 1_200_000,
    retry: 0,
  },
  async ({ skip }) => {
    const args = ['--disable-warning=ExperimentalWarning', SCRIPT]
    const { code, output } = await new Promise<{ code: unknown; output: string }>((resolve) =>
      execFile(process.execPath, args, (error, stdout, stderr) =>
        resolve({ code: error?.code ?? 0, output: stdout + stderr }),
      ),
    )
    if (code === MISSING_PROGRAM) skip(output.trim())
    console.log(output)
    expect(output).toMatch(/^[1-9]\d* writes acknowledged, 0 lost, 0 duplicated;/m)
    expect(code).toBe(0)
  },
)
