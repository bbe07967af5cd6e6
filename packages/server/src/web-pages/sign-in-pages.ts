import { html } from '../base/html/html-template.ts'
import { webPage } from '../base/html/web-page.ts'
import { signInErrorSentence } from '../base/sign-in-error.ts'
import { type PageReply, SpecialReply, type WebPage } from '../contract/index.ts'
import { cachedFile } from './cached-file.ts'

const JAVASCRIPT = 'text/javascript; charset=utf-8'

/** Exchanges the code, which it takes out of the address first, and goes on. The session ends with the tab. */
const CALLBACK_SCRIPT = `
const code = new URL(location.href).searchParams.get('code')
history.replaceState(null, '', location.pathname)
const failed = (text) => {
  document.querySelector('h1').textContent = 'You are not signed in'
  document.getElementById('state').textContent = text
  document.getElementById('again').hidden = false
}
fetch('/api/auth/idp/exchange', {
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ code }),
})
  .then(async (reply) => {
    const { next, access_token, expires_at, error } = await reply.json()
    if (!reply.ok) return failed(error ? error.message : 'The code of this page is not valid. Sign in again.')
    sessionStorage.setItem('platelight.session', JSON.stringify({ access_token, expires_at }))
    location.replace(next)
  })
  .catch(() => failed('The server could not be reached. Check the connection and sign in again.'))
`

/** Shows who is signed in, or a form and the providers to sign in with. */
const DASHBOARD_SCRIPT = `
const KEY = 'platelight.session'
const at = (id) => document.getElementById(id)
const ask = (path, token, method = 'GET') =>
  fetch(path, { method, headers: token ? { authorization: 'Bearer ' + token } : {} })
const inTrouble = () => (at('trouble').hidden = false)
const signIn = async () => {
  const reply = await fetch('/api/auth/login', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: at('address').value, password: at('password').value }),
  })
  const { access_token, expires_at, error } = await reply.json()
  if (!reply.ok) {
    at('refused').textContent = error.message
    at('refused').hidden = false
    return
  }
  sessionStorage.setItem(KEY, JSON.stringify({ access_token, expires_at }))
  location.reload()
}
const showSignIn = async () => {
  sessionStorage.removeItem(KEY)
  document.querySelector('h1').textContent = 'Sign in'
  at('sign-in').addEventListener('submit', (event) => {
    event.preventDefault()
    return signIn().catch(inTrouble)
  })
  at('signed-out').hidden = false
  const { providers } = await (await ask('/api/auth/idp/config')).json()
  for (const { name, start_url } of providers) {
    const link = document.createElement('a')
    link.href = start_url
    link.textContent = 'Sign in with ' + name
    at('providers').appendChild(document.createElement('li')).append(link)
  }
  at('elsewhere').hidden = providers.length === 0
}
const showPerson = async (token) => {
  const reply = await ask('/api/auth/me', token)
  if (reply.status === 401) return showSignIn()
  const user = await reply.json()
  at('email').textContent = user.email
  at('unconfirmed').hidden = user.email_verified
  at('resend').addEventListener('click', async () => {
    const sent = await ask('/api/auth/resend-verification', token, 'POST')
    at('resent').textContent = sent.ok ? 'It is on its way.' : (await sent.json()).error.message
  })
  at('plan').textContent = user.subscription_plan
  at('credits').textContent = user.credits
  at('token').textContent = token
  at('sign-out').addEventListener('click', async () => {
    await ask('/api/auth/logout', token, 'POST')
    sessionStorage.removeItem(KEY)
    location.reload()
  })
  at('signed-in').hidden = false
}
const { access_token } = JSON.parse(sessionStorage.getItem(KEY) || '{}')
Promise.resolve(access_token ? showPerson(access_token) : showSignIn()).catch(inTrouble)
`

const noScript = html`<noscript><p>This page needs JavaScript.</p></noscript>`

/** The page on which a sign-in through a provider ends. Its address has a one-time code or an error. */
function callbackPage(query: URLSearchParams): PageReply {
  // The page with all ways to sign in: the one that failed may not be the only one.
  const again = html`<a href="/dashboard">Sign in again</a>`
  const error = query.get('error')
  // The code of an app is for the app alone.
  if (error === null && query.get('code')?.startsWith('idc_')) {
    return webPage({
      title: 'Signing you in',
      script: '/auth/callback.js',
      content: html`<p class="lead" id="state" role="status">One moment.</p>${noScript}<p id="again" hidden>${again}</p>`,
    })
  }
  const why = error === null ? 'There is nothing to complete here.' : signInErrorSentence(error)
  return webPage({
    status: 400,
    title: 'You are not signed in',
    content: html`<p class="lead">${why}</p><p>${again}</p>`,
  })
}

const dashboard = webPage({
  title: 'Your account',
  script: '/dashboard.js',
  content: html`${noScript}<p id="trouble" class="bad" hidden>The server could not be reached. Load the page again.</p>
<section id="signed-in" hidden>
<div id="unconfirmed" class="note" hidden><p><strong>Confirm your address</strong> with the link in the e-mail that you got. Until then you
can look around, but not make pictures.</p>
<p><button type="button" id="resend">Send the e-mail again</button> <span id="resent" role="status"></span></p></div>
<dl class="facts"><dt>E-mail</dt><dd id="email"></dd><dt>Plan</dt><dd id="plan"></dd><dt>Credits</dt><dd id="credits"></dd></dl>
<p><button type="button" id="sign-out">Sign out</button></p>
<h2>Use the API</h2>
<p>The token of this session works wherever an API key does, until you sign out. <code>POST /api/keys/create</code> makes a key that stays
valid. The <a href="/docs">API reference</a> shows all endpoints, and the <a href="/dashboard/billing">billing page</a> how to get
credits.</p>
<details><summary>Show the token of this session</summary><pre tabindex="0"><code id="token"></code></pre></details>
</section>
<section id="signed-out" hidden>
<form id="sign-in" method="post">
<p><label>E-mail address<br><input type="email" id="address" required autocomplete="username" maxlength="320"></label></p>
<p><label>Password<br><input type="password" id="password" required autocomplete="current-password" maxlength="256"></label></p>
<p id="refused" class="bad" role="alert" hidden></p>
<p><button type="submit">Sign in</button></p>
</form>
<p><a href="/auth/forgot-password">Forgot your password?</a></p>
<div id="elsewhere" hidden><h2>Or with another account</h2><ul class="links" id="providers"></ul></div>
</section>`,
})

const page = (reply: PageReply) => new SpecialReply({ kind: 'page', page: reply })

/** The paths of sign-in. Both pages run a script of this server. */
export function createSignInPages(): [path: string, WebPage][] {
  return [
    ['/m', { answer: async () => new SpecialReply({ kind: 'redirect', location: '/dashboard' }) }],
    ['/dashboard', { answer: async () => page(dashboard) }],
    ['/dashboard.js', cachedFile(JAVASCRIPT, async () => Buffer.from(DASHBOARD_SCRIPT))],
    ['/auth/callback', { answer: async ({ query }) => page(callbackPage(query)) }],
    ['/auth/callback.js', cachedFile(JAVASCRIPT, async () => Buffer.from(CALLBACK_SCRIPT))],
  ]
}
