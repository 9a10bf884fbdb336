// <es-files>: uploads files that are chosen, dropped or pasted, while somebody writes. Without it they are sent with the form.

type Uploaded = { id: number; file_name: string; content_type: string }

const PICTURE = /^image\/(png|jpeg|gif|webp|avif)$/

export class FilesElement extends HTMLElement {
  #running = 0

  connectedCallback(): void {
    const field = this.querySelector<HTMLInputElement>('input[type="file"]')
    const form = this.closest('form')
    if (!field || !form) return
    // The element sends them: the form must not send them again.
    field.removeAttribute('name')
    field.addEventListener('change', () => {
      this.#take(field.files)
      field.value = ''
    })
    const drop = this.querySelector('.es-drop') ?? this
    for (const type of ['dragover', 'dragleave', 'drop'])
      form.addEventListener(type, (event) => {
        const { dataTransfer } = event as DragEvent
        if (!dataTransfer?.types.includes('Files')) return
        event.preventDefault()
        drop.classList.toggle('es-over', type === 'dragover')
        if (type === 'drop') this.#take(dataTransfer.files)
      })
    form.addEventListener('paste', (event) => {
      const { files, types } = event.clipboardData ?? {}
      // Office programs add a picture of the text that somebody copied.
      if (!files || files.length === 0 || types?.includes('text/plain')) return
      event.preventDefault()
      this.#take(files)
    })
    form.addEventListener('submit', (event) => {
      if (this.#running === 0) return
      event.preventDefault()
      this.#whenDone = () => form.requestSubmit(event.submitter as HTMLElement | null)
    })
  }

  #whenDone: (() => void) | undefined

  #take(files: FileList | null): void {
    for (const file of files ?? []) {
      const list = this.querySelector('ul') as HTMLElement
      const count = list.querySelectorAll('li:not(.es-failed)').length
      if (count < Number(this.getAttribute('max'))) this.#upload(file, list)
      else this.#say(list, this.dataset.many ?? '')
    }
  }

  #say(list: HTMLElement, text: string): void {
    const item = document.createElement('li')
    item.className = 'es-failed es-problem'
    item.textContent = text
    list.append(item)
  }

  #upload(file: File, list: HTMLElement): void {
    const item = document.createElement('li')
    const progress = document.createElement('progress')
    progress.max = 1
    progress.ariaLabel = (this.dataset.uploading ?? '').replace('#', file.name)
    item.append(file.name, ' ', progress)
    list.append(item)
    const body = new FormData()
    body.append('file', file, file.name)
    // fetch says nothing about the progress of a request.
    const request = new XMLHttpRequest()
    request.upload.addEventListener('progress', ({ loaded, total }) => {
      progress.value = loaded / total
    })
    request.responseType = 'json'
    this.#running += 1
    request.addEventListener('loadend', () => {
      this.#running -= 1
      item.remove()
      if (request.status === 201) list.append(this.#item(request.response as Uploaded, file))
      else this.#say(list, (this.dataset.failed ?? '').replace('#', file.name))
      if (this.#running === 0) this.#whenDone?.()
    })
    request.open('POST', '/api/end_users/attachments')
    request.send(body)
  }

  #item({ id, file_name: name, content_type: type }: Uploaded, file: File): HTMLElement {
    const item = document.createElement('li')
    const field = document.createElement('input')
    Object.assign(field, { type: 'hidden', name: 'attachment_ids', value: String(id) })
    const remove = document.createElement('button')
    Object.assign(remove, { type: 'button', className: 'es-remove', textContent: '×' })
    remove.ariaLabel = (this.dataset.remove ?? '').replace('#', name)
    remove.addEventListener('click', () => item.remove())
    if (PICTURE.test(type)) {
      const picture = document.createElement('img')
      picture.alt = name
      picture.src = URL.createObjectURL(file)
      item.append(picture)
    } else {
      const label = document.createElement('span')
      label.dir = 'auto'
      label.textContent = name
      item.append(label)
    }
    item.append(field, remove)
    return item
  }
}
