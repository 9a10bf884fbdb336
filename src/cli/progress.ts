// Progress of a long command on standard error: a bar on a terminal, otherwise a line for every tenth.

const BAR_WIDTH = 30

export type Progress = (step: string, completed: number, total: number) => void

export const showProgress = (): Progress => (process.stderr.isTTY ? drawBar : printSteps())

const drawBar: Progress = (step, completed, total) => {
  const share = total === 0 ? 1 : Math.min(1, completed / total)
  const filled = Math.round(BAR_WIDTH * share)
  const bar = '█'.repeat(filled) + '░'.repeat(BAR_WIDTH - filled)
  const end = share === 1 ? '\n' : ''
  process.stderr.write(
    `\r${step.padEnd(12)} ${bar} ${String(Math.floor(100 * share)).padStart(3)} %${end}`,
  )
}

function printSteps(): Progress {
  let last = ''
  return (step, completed, total) => {
    const share = total === 0 ? 1 : Math.min(1, completed / total)
    const line = `${step}: ${Math.floor(10 * share) * 10} %`
    if (line !== last) console.error(line)
    last = line
  }
}
