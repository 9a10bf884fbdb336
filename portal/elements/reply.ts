// <es-reply>: moves the comment form below the comment that somebody answers. Without it the link opens the page again, with the form below.

export class ReplyElement extends HTMLElement {
  connectedCallback(): void {
    // It moves later: listen once.
    if (this.#isReady) return
    this.#isReady = true
    const home = document.createComment('')
    this.before(home)
    const note = this.querySelector<HTMLElement>('.es-replying')
    const target = this.querySelector<HTMLInputElement>('[name="reply_to_id"]')
    const text = this.querySelector('textarea')
    if (!note || !target || !text) return
    const label = note.querySelector('span') as HTMLElement
    document.addEventListener('click', (event) => {
      const link = (event.target as Element).closest<HTMLElement>('.es-reply-link')
      if (!link) return
      event.preventDefault()
      target.value = link.dataset.comment ?? ''
      label.textContent = (this.dataset.note ?? '').replace('#', link.dataset.name ?? '')
      note.hidden = false
      link.closest('article')?.after(this)
      text.focus()
    })
    note.querySelector('a')?.addEventListener('click', (event) => {
      event.preventDefault()
      target.value = ''
      note.hidden = true
      home.after(this)
      text.focus()
    })
  }

  #isReady = false
}
