// Moves the code of a one-time link from the address into the form, and out of the history.
const form = document.querySelector('[data-fill-code]')
const code = decodeURIComponent(location.hash.slice(1))
if (form && code) {
  history.replaceState(null, '', location.pathname)
  form.elements.code.value = code
  form.submit()
}
