// Makes the API reference interactive: filter, navigation, copy buttons and requests with the reader's token.

const TOKEN_KEY = 'earshot-docs-token'
const MAX_SHOWN = 200_000

const byId = (id) => document.getElementById(id)

function element(name, attributes = {}, ...children) {
  const node = document.createElement(name)
  for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value)
  node.append(...children)
  return node
}

// Deep links

// Swagger UI, which this page replaced, had links such as #/labels/get_labels.
function openTarget() {
  const id = location.hash.slice(1).split('/').at(-1)
  const target = id === '' ? null : byId(id)
  const details = target?.closest('details')
  if (details && !details.open) {
    details.open = true
    target.scrollIntoView()
  }
  showMenu(false)
}

// The address of the page names the operation that was opened last, so that it can be shared.
function nameOpened(body) {
  if (body.id !== '' && location.hash !== `#${body.id}`)
    history.replaceState(null, '', `#${body.id}`)
}

// Navigation

const navigation = byId('navigation')
const menu = document.querySelector('.menu')

function showMenu(isShown) {
  navigation.classList.toggle('is-shown', isShown)
  menu.setAttribute('aria-expanded', String(isShown))
}

function followScroll() {
  const links = new Map(
    [...byId('collection-links').children].map((item) => [
      item.querySelector('a').hash.slice(1),
      item,
    ]),
  )
  let current
  const observer = new IntersectionObserver(
    (entries) => {
      const entered = entries.find(({ isIntersecting }) => isIntersecting)
      if (!entered) return
      setCurrent(current, false)
      current = links.get(entered.target.id)
      setCurrent(current, true)
    },
    { rootMargin: '-20% 0px -75%' },
  )
  for (const section of document.querySelectorAll('.collection')) observer.observe(section)
}

function setCurrent(item, isCurrent) {
  if (!item) return
  item.classList.toggle('is-open', isCurrent)
  const link = item.querySelector('a')
  if (isCurrent) link.setAttribute('aria-current', 'true')
  else link.removeAttribute('aria-current')
  if (isCurrent && !navigation.contains(document.activeElement))
    navigation.scrollTop = item.offsetTop - navigation.clientHeight / 3
}

// Filter

function indexOperations() {
  return [...document.querySelectorAll('.collection')].map((section) => ({
    section,
    item: navigation.querySelector(`a[href="#${section.id}"]`).parentElement,
    record: section.querySelector('.record'),
    operations: [...section.querySelectorAll('.operation')].map((details) => ({
      details,
      item: navigation.querySelector(`a[href="#${details.querySelector('.body').id}"]`)
        .parentElement,
      text: `${section.id} ${details.querySelector('summary').textContent}`.toLowerCase(),
    })),
  }))
}

function filterOperations(collections, text) {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  const isFiltered = words.length > 0
  let count = 0
  for (const { section, item, record, operations } of collections) {
    let matches = 0
    for (const operation of operations) {
      const isMatch = words.every((word) => operation.text.includes(word))
      operation.details.hidden = !isMatch
      operation.item.hidden = !isMatch
      if (isMatch) matches += 1
    }
    section.hidden = matches === 0
    item.hidden = matches === 0
    item.classList.toggle('is-open', isFiltered)
    if (record) record.hidden = isFiltered
    count += matches
  }
  for (const id of ['guide', 'guide-navigation']) byId(id).hidden = isFiltered
  byId('no-match').hidden = count > 0
  byId('matches').textContent = isFiltered
    ? `${count} ${count === 1 ? 'operation matches' : 'operations match'}`
    : ''
}

// Token

const token = () => sessionStorage.getItem(TOKEN_KEY) ?? ''

function saveToken(event) {
  event.preventDefault()
  const field = byId('token-field')
  const value = field.value.trim()
  if (value === '') sessionStorage.removeItem(TOKEN_KEY)
  else sessionStorage.setItem(TOKEN_KEY, value)
  field.value = ''
  showToken()
}

function showToken() {
  const use =
    token() === ''
      ? 'No token is set.'
      : `Requests use the token that ends in ${token().slice(-4)}. Submit an empty field to forget it.`
  byId('token-state').textContent = `${use} This page keeps a token until you close the tab.`
}

// Copy buttons

function addCopyButton(figure) {
  const button = element('button', { type: 'button', class: 'plain' }, 'Copy')
  const title = figure.querySelector('figcaption').textContent
  button.setAttribute('aria-label', `Copy ${title.toLowerCase()}`)
  button.addEventListener('click', async () => {
    const text = figure.querySelector('pre').textContent
    button.textContent = await copy(text)
    setTimeout(() => {
      button.textContent = 'Copy'
    }, 2000)
  })
  figure.querySelector('figcaption').append(button)
}

// Browsers offer the clipboard only at https and localhost addresses.
async function copy(text) {
  try {
    await navigator.clipboard.writeText(text)
    return 'Copied'
  } catch {
    return 'Not allowed'
  }
}

// Requests

const prepared = new WeakSet()

/** Adds what needs the script to an operation, when it is opened for the first time. */
function prepare(body) {
  if (prepared.has(body)) return
  prepared.add(body)
  for (const code of body.querySelectorAll('.samples code'))
    code.textContent = code.textContent.replaceAll('$EARSHOT_URL', location.origin)
  for (const figure of body.querySelectorAll('figure')) addCopyButton(figure)
  const button = element('button', { type: 'button' }, 'Try it')
  const place = element('div', { class: 'try' }, button)
  button.addEventListener('click', () => {
    const form = requestForm(body, place)
    place.replaceChildren(form)
    form.querySelector('input, select, textarea, button').focus()
  })
  body.append(place)
}

function requestForm(body, place) {
  const { method, path } = body.dataset
  const form = element('form', {}, element('h4', {}, 'Try it'))
  for (const row of body.querySelectorAll('[data-in]')) form.append(parameterField(body, row))
  const sample = body.querySelector('[data-body]')
  if (sample) form.append(bodyField(body, sample))
  form.append(
    element('div', { class: 'wide' }, element('button', {}, `Send ${method} request`)),
    element('p', { class: 'wide', role: 'status' }),
  )
  form.addEventListener('submit', async (event) => {
    event.preventDefault()
    const state = form.querySelector('[role=status]')
    state.textContent = 'Sending…'
    place.querySelector('figure')?.remove()
    try {
      const { status, text } = await send(method, path, form, 'open' in body.dataset)
      state.textContent = status
      place.append(answerFigure(text))
    } catch (error) {
      state.textContent = error.message
    }
  })
  return form
}

function parameterField(body, row) {
  const { name, options, in: kind } = row.dataset
  const id = `try-${body.id}-${kind}-${name}`
  const attributes = { id, name, 'data-in': kind, autocomplete: 'off' }
  if (kind === 'path') attributes.required = ''
  if (kind === 'query-string') attributes.placeholder = 'cf_region=north&cf_seats=10..20'
  const field = options
    ? element(
        'select',
        attributes,
        ...['', ...options.split(' ')].map((value) => element('option', { value }, value || '–')),
      )
    : element('input', attributes)
  return element('div', {}, element('label', { for: id }, name), field)
}

function bodyField(body, sample) {
  const type = sample.dataset.body
  const id = `try-${body.id}-body`
  const attributes = { id, name: 'body', 'data-in': 'body', 'data-type': type }
  const isFile = type === 'multipart/form-data'
  const field = isFile
    ? element('input', { ...attributes, type: 'file', required: '' })
    : element('textarea', { ...attributes, spellcheck: 'false' }, sample.textContent)
  return element(
    'div',
    { class: 'wide' },
    element('label', { for: id }, isFile ? 'file' : 'body'),
    field,
  )
}

async function send(method, template, form, needsNoToken) {
  if (token() === '' && !needsNoToken)
    throw new Error('No token is set. Enter one under "Your token" at the top of this page.')
  const headers = needsNoToken ? {} : { authorization: `Bearer ${token()}` }
  const query = new URLSearchParams()
  let path = template
  let sent
  for (const field of form.querySelectorAll('[data-in]')) {
    const { in: kind, type } = field.dataset
    if (field.value === '') continue
    if (kind === 'path') path = path.replace(`{${field.name}}`, encodeURIComponent(field.value))
    if (kind === 'query') query.append(field.name, field.value)
    if (kind === 'query-string')
      for (const [key, value] of new URLSearchParams(field.value)) query.append(key, value)
    if (kind === 'header') headers[field.name] = field.value
    if (kind === 'body' && field.files) {
      sent = new FormData()
      sent.append('file', field.files[0])
    } else if (kind === 'body') {
      sent = field.value
      headers['content-type'] = type
    }
  }
  const search = query.size > 0 ? `?${query}` : ''
  const began = performance.now()
  const response = await fetch(path + search, { method, headers, body: sent, cache: 'no-store' })
  const text = await response.text()
  const took = Math.round(performance.now() - began)
  return { status: `${response.status} ${response.statusText} · ${took} ms`, text }
}

function answerFigure(text) {
  const pre = element(
    'pre',
    { tabindex: '0', role: 'group', 'aria-label': 'Answer' },
    element('code', {}, readable(text)),
  )
  const figure = element('figure', {}, element('figcaption', {}, 'Answer'), pre)
  addCopyButton(figure)
  return figure
}

function readable(text) {
  let shown = text
  try {
    shown = JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    // Not JSON: shown as it is.
  }
  return shown.length > MAX_SHOWN ? `${shown.slice(0, MAX_SHOWN)}\n… shortened` : shown
}

// Start

document.addEventListener(
  'toggle',
  ({ target }) => {
    const body = target.open && target.querySelector('.body')
    if (!body) return
    prepare(body)
    nameOpened(body)
  },
  true,
)
document.addEventListener('keydown', (event) => {
  if (event.key === 'Escape' && navigation.classList.contains('is-shown')) {
    showMenu(false)
    menu.focus()
  }
  if (event.key !== '/' || event.target.closest('input, textarea, select')) return
  event.preventDefault()
  if (getComputedStyle(menu).display !== 'none') showMenu(true)
  byId('filter').focus()
})
menu.addEventListener('click', () => showMenu(!navigation.classList.contains('is-shown')))
navigation.addEventListener('click', ({ target }) => {
  if (target.closest('a')) showMenu(false)
})
byId('token-form').addEventListener('submit', saveToken)
byId('filter')
  .closest('form')
  .addEventListener('submit', (event) => event.preventDefault())
let collections
byId('filter').addEventListener('input', ({ target }) => {
  collections ??= indexOperations()
  filterOperations(collections, target.value)
})
window.addEventListener('hashchange', openTarget)
showToken()
followScroll()
openTarget()
