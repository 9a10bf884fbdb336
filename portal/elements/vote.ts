// <es-vote>: sends the vote without leaving the page. Without it the form does the same.

type Idea = { voted: boolean; supporters_count: number }

export class VoteElement extends HTMLElement {
  connectedCallback(): void {
    this.querySelector('form')?.addEventListener('submit', (event) => {
      event.preventDefault()
      void this.#send(event.currentTarget as HTMLFormElement)
    })
  }

  async #send(form: HTMLFormElement): Promise<void> {
    const button = form.querySelector('button') as HTMLButtonElement
    const isVoted = button.ariaPressed === 'true'
    if (button.ariaBusy === 'true') return
    button.ariaBusy = 'true'
    const before = this.#count
    // At once; the answer corrects it.
    this.#showAll({ voted: !isVoted, supporters_count: before + (isVoted ? -1 : 1) })
    try {
      const id = this.getAttribute('suggestion')
      const response = await fetch(`/api/end_users/ideas/${id}/vote`, {
        method: isVoted ? 'DELETE' : 'POST',
        headers: { accept: 'application/json' },
        // The vote counts also when the person leaves the page at once.
        keepalive: true,
      })
      if (!response.ok) throw new Error(String(response.status))
      this.#showAll((await response.json()) as Idea)
    } catch {
      // The page of the form says what is wrong.
      this.#showAll({ voted: isVoted, supporters_count: before })
      form.submit()
    } finally {
      button.ariaBusy = null
    }
  }

  get #count(): number {
    return Number(this.querySelector('b')?.textContent?.replace(/\D/g, '') ?? 0)
  }

  /** Also where the page has the same vote again. */
  #showAll(idea: Idea): void {
    const same = `es-vote[suggestion="${this.getAttribute('suggestion')}"]`
    for (const element of document.querySelectorAll<VoteElement>(same)) element.#show(idea)
  }

  #show({ voted, supporters_count: count }: Idea): void {
    const form = this.querySelector('form') as HTMLFormElement
    const button = form.querySelector('button') as HTMLButtonElement
    button.ariaPressed = String(voted)
    form.action = form.action.replace(/\/(un)?vote$/, voted ? '/unvote' : '/vote')
    const number = button.querySelector('b') as HTMLElement
    number.textContent = count.toLocaleString(document.documentElement.lang)
    const word = button.querySelector('span:last-child') as HTMLElement
    word.textContent = (count === 1 ? this.dataset.one : this.dataset.other) ?? ''
  }
}
