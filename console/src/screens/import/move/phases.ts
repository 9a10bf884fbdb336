// What a person sees of a move, from its state and its last task.
import type { Move } from '../../../api/moves.ts'

export type StepName = 'connect' | 'look' | 'map' | 'try' | 'run' | 'verify'

export type Phase =
  | 'looking'
  | 'look_failed'
  | 'looked'
  | 'reading'
  | 'read_ended'
  | 'mapping'
  | 'trying'
  | 'tried'
  | 'running'
  | 'run_ended'
  | 'completed'
  | 'undoing'
  | 'undo_ended'
  | 'undone'

export function phaseOf({ state, task, task_state, has_values, has_trial }: Move): Phase {
  if (state === 'undone') return 'undone'
  const isOver = task_state !== 'running'
  if (state === 'undoing' || task === 'undo') return isOver ? 'undo_ended' : 'undoing'
  if (task === 'run' && !isOver) return 'running'
  if (task === 'look' && !isOver) return 'looking'
  if (task === 'read' && !isOver) return 'reading'
  if (task === 'try' && !isOver) return 'trying'
  if (task === 'run' && task_state !== 'done') return 'run_ended'
  if (task === 'look' && task_state === 'done') return 'looked'
  if (task === 'look') return 'look_failed'
  if (state === 'new' && (task === 'read' || task === 'try')) {
    if (has_trial) return 'tried'
    return has_values && (task === 'try' || task_state === 'done') ? 'mapping' : 'read_ended'
  }
  if (state === 'completed') return 'completed'
  return state === 'loading' ? 'run_ended' : 'look_failed'
}

const STEP_OF: Record<Phase, StepName> = {
  looking: 'look',
  look_failed: 'connect',
  looked: 'look',
  reading: 'map',
  read_ended: 'map',
  mapping: 'map',
  trying: 'try',
  tried: 'try',
  running: 'run',
  run_ended: 'run',
  completed: 'verify',
  undoing: 'verify',
  undo_ended: 'verify',
  undone: 'verify',
}

export const stepOf = (phase: Phase): StepName => STEP_OF[phase]
