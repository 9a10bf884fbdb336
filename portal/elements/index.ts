// The one script of the portal. Each element improves what works without it.
import { CountElement } from './count.ts'
import { FilesElement } from './files.ts'
import { NotificationCountElement } from './notification-count.ts'
import { ReplyElement } from './reply.ts'
import { ShareElement } from './share.ts'
import { SimilarElement } from './similar.ts'
import { VoteElement } from './vote.ts'
import { WorkElement } from './work.ts'

customElements.define('es-count', CountElement)
customElements.define('es-files', FilesElement)
customElements.define('es-reply', ReplyElement)
customElements.define('es-share', ShareElement)
customElements.define('es-similar', SimilarElement)
customElements.define('es-notification-count', NotificationCountElement)
customElements.define('es-vote', VoteElement)
customElements.define('es-work', WorkElement)
