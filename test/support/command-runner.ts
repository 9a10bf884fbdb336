// A program: runs commands one after the other, so that the sources are loaded once. Its parent sends the arguments and the
// environment of a command and receives the output and the exit code.
import { pathToFileURL } from 'node:url'

export type Task = { args: string[]; env: Record<string, string> }
export type Result = { code: number; stdout: string; stderr: string }

const [main = ''] = process.argv.slice(2)
let started = 0

process.on('disconnect', () => process.exit())
process.on('message', async (task: Task) => process.send?.(await run(task)))

async function run({ args, env }: Task): Promise<Result> {
  const output = { stdout: capture(process.stdout), stderr: capture(process.stderr) }
  for (const name of Object.keys(process.env)) delete process.env[name]
  Object.assign(process.env, env)
  process.argv.splice(2, Number.POSITIVE_INFINITY, ...args)
  process.exitCode = 0
  started += 1
  await import(`${pathToFileURL(main)}?${started}`)
  const code = Number(process.exitCode)
  return { code, stdout: output.stdout(), stderr: output.stderr() }
}

/** Replaces `write` until the text is read; then listeners of the command are removed, which would end with its process. */
function capture(stream: NodeJS.WriteStream): () => string {
  const chunks: Buffer[] = []
  const { write } = stream
  stream.write = (chunk: string | Uint8Array, ...rest: unknown[]) => {
    chunks.push(Buffer.from(chunk as string))
    const done = rest.at(-1)
    if (typeof done === 'function') queueMicrotask(() => done())
    return true
  }
  return () => {
    stream.write = write
    stream.removeAllListeners()
    return Buffer.concat(chunks).toString()
  }
}
