// A worker thread that estimates how hard a password is to guess, from 0 to 4.
import { parentPort, workerData } from 'node:worker_threads'
import { ZxcvbnFactory } from '@zxcvbn-ts/core'
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common'

// Its cost grows faster than the length, and this many characters decide.
const MAX_LENGTH = 48

const { password, about } = workerData as { password: string; about: string[] }
const estimator = new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs, maxLength: MAX_LENGTH })
parentPort?.postMessage(estimator.check(password, about).score)
