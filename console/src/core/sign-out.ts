/** The service ends the session and shows the page to sign in. */
export function signOut(): void {
  const form = document.createElement('form')
  form.method = 'post'
  form.action = '/admin/sign-out'
  document.body.append(form)
  form.submit()
}
