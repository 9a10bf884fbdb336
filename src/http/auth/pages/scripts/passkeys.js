// Asks the browser for a passkey. The server makes the question and checks the answer.
const isSupported =
  typeof globalThis.PublicKeyCredential?.parseCreationOptionsFromJSON === 'function'

if (isSupported) {
  for (const part of document.querySelectorAll('[data-passkeys]')) part.hidden = false
  for (const hint of document.querySelectorAll('[data-without-passkeys]')) hint.hidden = true
}

for (const button of document.querySelectorAll('[data-ceremony]')) {
  button.addEventListener('click', (event) => {
    event.preventDefault()
    return run(button)
  })
}

async function run(button) {
  const { ceremony, options, finish } = button.dataset
  const alert = button.parentElement.querySelector('[role="alert"]')
  // A passkey takes the place of a new password, and of everything that is typed to sign in.
  const fields = [...button.form.elements].filter(
    ({ name, type, autocomplete }) =>
      name && (ceremony === 'create' ? autocomplete !== 'new-password' : type === 'hidden'),
  )
  if (!fields.every((field) => field.reportValidity())) return
  const values = Object.fromEntries(fields.map((field) => [field.name, field.value]))
  alert.hidden = true
  button.disabled = true
  try {
    const question = await post(options, values)
    const credential = await ask(ceremony, question)
    const { location: next } = await post(finish, { ...values, response: credential.toJSON() })
    location.assign(next)
  } catch (error) {
    alert.textContent = explain(error, button.dataset)
    alert.hidden = false
  } finally {
    button.disabled = false
  }
}

const ask = (ceremony, question) =>
  ceremony === 'create'
    ? navigator.credentials.create({
        publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(question),
      })
    : navigator.credentials.get({
        publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(question),
      })

async function post(path, values) {
  const answer = await fetch(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json' },
    body: JSON.stringify(values),
  })
  const body = await answer.json()
  if (!answer.ok) throw Object.assign(new Error(body.message), { isAnswer: true })
  return body
}

// In the language of the page.
function explain({ name, message, isAnswer }, { taken, cancelled, failed }) {
  if (isAnswer) return message
  if (name === 'InvalidStateError') return taken
  return name === 'NotAllowedError' ? cancelled : failed
}
