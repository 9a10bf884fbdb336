// <es-notification-count>: how many notifications the person has not read, at their picture. Without it their own page says so.

type Remembered = { count: number; until: number }

const KEPT_MS = 60_000
/** One page of the API. More of them are not counted. */
const MAX = 20

export class NotificationCountElement extends HTMLElement {
  connectedCallback(): void {
    const known = this.#recall()
    // Where notifications are read, what was counted before is wrong.
    if (this.hasAttribute('reset')) this.#remember(null)
    else if (known && known.until > Date.now()) this.#show(known.count)
    else void this.#ask()
  }

  async #ask(): Promise<void> {
    const response = await fetch(`/api/end_users/me/notifications?per_page=${MAX}`).catch(
      () => null,
    )
    if (!response?.ok) return
    const notifications = (await response.json()) as { is_read: boolean }[]
    const count = notifications.filter(({ is_read }) => !is_read).length
    this.#remember({ count, until: Date.now() + KEPT_MS })
    this.#show(count)
  }

  #show(count: number): void {
    if (count === 0) return
    const number = count === MAX ? `${MAX}+` : String(count)
    const badge = document.createElement('b')
    badge.className = 'es-badge'
    badge.ariaHidden = 'true'
    badge.textContent = number
    const words = document.createElement('span')
    words.className = 'es-unseen'
    words.textContent = ((count === 1 ? this.dataset.one : this.dataset.other) ?? '').replace(
      '#',
      number,
    )
    this.replaceChildren(badge, words)
  }

  /** Of this person: another one can sign in. */
  get #key(): string {
    return `es-notification-count ${this.getAttribute('person')}`
  }

  // A browser can refuse to store anything. Then each page asks.
  #recall(): Remembered | null {
    try {
      return JSON.parse(sessionStorage.getItem(this.#key) ?? 'null')
    } catch {
      return null
    }
  }

  #remember(known: Remembered | null): void {
    try {
      sessionStorage.setItem(this.#key, JSON.stringify(known))
    } catch {}
  }
}
