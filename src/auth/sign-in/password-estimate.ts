// A worker thread that estimates how hard a password is to guess, from 0 to 4.
import { parentPort, workerData } from 'node:worker_threads'
import { ZxcvbnFactory } from '@zxcvbn-ts/core'
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common'

// Its cost grows faster than the length, and this many characters decide.
const MAX_LENGTH = 48

const { password, about } = workerData as { password: string; about: string[] }
const estimator = new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs, maxLength: MAX_LENGTH })

const wordsOf = (text: string) => text.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '')
const lowerCase = (word: string) => word.toLowerCase()

// The estimator takes the space of "Password Password" for a random character, and the words of "Earshot Earshot" for two.
// So the weakest counts: as typed, without separators, and each word once without those that others can guess.
const guessable = new Set(about.flatMap(wordsOf).map(lowerCase))
const words = wordsOf(password)
const isDistinctive = (word: string, i: number) =>
  !guessable.has(lowerCase(word)) && words.map(lowerCase).indexOf(lowerCase(word)) === i
const spellings = [password, words.join(''), words.filter(isDistinctive).join('')]
parentPort?.postMessage(
  Math.min(...spellings.map((text) => estimator.check(text, [...about, ...guessable]).score)),
)
