// The one script of the portal. Each element improves what works without it.
import { VoteElement } from './vote.ts'

customElements.define('es-vote', VoteElement)
