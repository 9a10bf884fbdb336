// <es-similar>: shows similar suggestions while somebody writes a title. Without it the form has a step that shows them.

type Idea = {
  id: number
  title: string
  supporters_count: number
  voted: boolean
  portal_url: string
  status: { name: string } | null
  closed_at: string | null
}

const DELAY_MS = 300
const MIN_LENGTH = 4

export class SimilarElement extends HTMLElement {
  #timer: ReturnType<typeof setTimeout> | undefined
  #asked: AbortController | undefined

  connectedCallback(): void {
    const title = document.querySelector<HTMLInputElement>('#title')
    if (!title) return
    title.addEventListener('input', () => {
      clearTimeout(this.#timer)
      this.#timer = setTimeout(() => void this.#find(title), DELAY_MS)
    })
    if (this.querySelector('section')?.hidden === false) this.#noteSeen(title)
  }

  async #find(field: HTMLInputElement): Promise<void> {
    const title = field.value.trim()
    this.#asked?.abort()
    this.#asked = new AbortController()
    if (title.length < MIN_LENGTH) return this.#show([])
    const query = new URLSearchParams({ title: [...title].slice(0, 140).join('') })
    try {
      const path = `/api/end_users/forums/${this.getAttribute('forum')}/similar?${query}`
      const response = await fetch(path, { signal: this.#asked.signal })
      if (!response.ok) return
      this.#show((await response.json()) as Idea[])
      this.#noteSeen(field)
    } catch {
      // Another title was typed, or the form shows them later.
    }
  }

  /** The form needs no step for them. */
  #noteSeen(field: HTMLInputElement): void {
    const step = field.form?.querySelector<HTMLInputElement>('input[name="step"]')
    if (step) step.value = 'send'
  }

  #show(ideas: Idea[]): void {
    const section = this.querySelector('section')
    const list = section?.querySelector('div')
    const template = this.querySelector('template')
    if (!section || !list || !template) return
    list.replaceChildren(...ideas.map((idea) => this.#row(idea, template)))
    section.hidden = ideas.length === 0
  }

  #row(idea: Idea, template: HTMLTemplateElement): Node {
    const row = template.content.cloneNode(true) as DocumentFragment
    const link = row.querySelector('h3 a') as HTMLAnchorElement
    link.textContent = idea.title
    link.href = new URL(idea.portal_url).pathname
    const status = row.querySelector('.es-meta') as HTMLElement
    status.textContent = idea.status?.name ?? ''
    const vote = row.querySelector('.es-vote') as HTMLElement
    const label = vote.querySelector('.es-unseen')
    if (label) label.textContent = (this.dataset.label ?? '').replace('#', () => idea.title)
    const lang = document.documentElement.lang
    const count = vote.querySelector('b') as HTMLElement
    count.textContent = idea.supporters_count.toLocaleString(lang)
    const word = vote.querySelector('span:last-child') as HTMLElement
    word.textContent = this.dataset[idea.supporters_count === 1 ? 'one' : 'other'] ?? ''
    if (idea.closed_at !== null) {
      // Nobody votes for what is closed.
      const fixed = document.createElement('div')
      fixed.className = 'es-vote es-fixed'
      fixed.append(count, word)
      ;(vote.closest('es-vote') ?? vote).replaceWith(fixed)
      return row
    }
    const action = `/suggestions/${idea.id}/${idea.voted ? 'unvote' : 'vote'}`
    if (vote instanceof HTMLAnchorElement) vote.href = action
    const element = row.querySelector('es-vote') as HTMLElement | null
    if (element) {
      element.setAttribute('suggestion', String(idea.id))
      element.querySelector('form')?.setAttribute('action', action)
      vote.ariaPressed = String(idea.voted)
    }
    return row
  }
}
