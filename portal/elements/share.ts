// <es-share>: copies the address of the page. Without it the address can be read and selected.

export class ShareElement extends HTMLElement {
  connectedCallback(): void {
    const button = this.querySelector('button')
    const label = button?.querySelector('span')
    const address = this.querySelector('p')
    if (!button || !label || !address || !navigator.clipboard) return
    button.hidden = false
    address.hidden = true
    const before = label.textContent
    button.addEventListener('click', async () => {
      await navigator.clipboard.writeText(address.textContent ?? '')
      label.textContent = this.dataset.done ?? ''
      setTimeout(() => {
        label.textContent = before
      }, 2000)
    })
  }
}
