// <es-work>: computes the proof of work of a guest while they type, in slices of a few milliseconds.
import { type Challenge, solveChallenge } from '../../src/core/proof-of-work.ts'

const SLICE_MS = 8
const TRIES = 200

export class WorkElement extends HTMLElement {
  #work: Promise<void> | undefined

  connectedCallback(): void {
    const form = this.closest('form')
    form?.addEventListener('input', () => void this.#start(form), { once: true })
    form?.addEventListener('submit', (event) => {
      const button = event.submitter as HTMLButtonElement | null
      // Only what is sent as a guest needs it.
      if (button?.name || this.#isDone(form)) return
      event.preventDefault()
      if (button?.ariaBusy === 'true') return
      const label = button?.textContent ?? ''
      if (button) {
        button.ariaBusy = 'true'
        button.textContent = this.dataset.busy ?? label
      }
      void this.#start(form).then(() => {
        if (button) {
          button.ariaBusy = null
          button.textContent = label
        }
        // Without an answer the service decides what to do.
        form.submit()
      })
    })
  }

  #isDone = (form: HTMLFormElement) => form.querySelector('[name="challenge_answer"]') !== null

  #start(form: HTMLFormElement): Promise<void> {
    this.#work ??= this.#solve(form).catch(() => {})
    return this.#work
  }

  async #solve(form: HTMLFormElement): Promise<void> {
    const response = await fetch('/api/end_users/challenges/new')
    if (!response.ok) return
    const challenge = (await response.json()) as Challenge & { token: string }
    let answer: number | undefined
    for (let next = 0; answer === undefined; ) {
      const until = performance.now() + SLICE_MS
      while (answer === undefined && performance.now() < until) {
        answer = solveChallenge(challenge, next, TRIES)
        next += TRIES
      }
      await new Promise((resolve) => setTimeout(resolve))
    }
    this.#add(form, 'challenge_token', challenge.token)
    this.#add(form, 'challenge_answer', String(answer))
  }

  #add(form: HTMLFormElement, name: string, value: string): void {
    const field = document.createElement('input')
    Object.assign(field, { type: 'hidden', name, value })
    form.append(field)
  }
}
