// <es-count>: how many characters are left in a field. Without it the field says how many it takes.

export class CountElement extends HTMLElement {
  connectedCallback(): void {
    const field = document.getElementById(this.getAttribute('for') ?? '')
    if (!(field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement)) return
    const max = Number(this.getAttribute('max'))
    const show = () => {
      // As the service counts: a character can have two code units.
      const left = max - [...field.value].length
      const text = (left === 1 ? this.dataset.one : this.dataset.other) ?? ''
      this.textContent = text.replace('#', left.toLocaleString(document.documentElement.lang))
      this.classList.toggle('es-over', left < 0)
    }
    field.addEventListener('input', show)
    if (field.value !== '') show()
  }
}
