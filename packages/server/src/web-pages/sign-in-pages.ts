import { html } from '../base/html/html-template.ts'
import { webPage } from '../base/html/web-page.ts'
import { signInErrorSentence } from '../base/sign-in-error.ts'
import { type PageReply, SpecialReply, type WebPage } from '../contract/index.ts'
import { cachedFile } from './cached-file.ts'

const JAVASCRIPT = 'text/javascript; charset=utf-8'

/** Exchanges the code, which it takes out of the address first, keeps the session in the cookie, and goes on. */
const CALLBACK_SCRIPT = `
const code = new URL(location.href).searchParams.get('code')
history.replaceState(null, '', location.pathname)
const failed = (text) => {
  document.querySelector('h1').textContent = 'You are not signed in'
  document.getElementById('state').textContent = text
  document.getElementById('again').hidden = false
}
const post = async (path, headers, body) => {
  const reply = await fetch(path, { method: 'POST', headers, body })
  const { error, ...rest } = await reply.json()
  if (reply.ok) return rest
  failed(error ? error.message : 'The code of this page is not valid. Sign in again.')
}
const signIn = async () => {
  const session = await post('/api/auth/idp/exchange', { 'content-type': 'application/json' }, JSON.stringify({ code }))
  if (!session) return
  const kept = await post('/api/auth/browser-session', { authorization: 'Bearer ' + session.access_token })
  if (kept) location.replace(session.next)
}
signIn()
  .catch(() => failed('The server could not be reached. Check the connection and sign in again.'))
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

const page = (reply: PageReply) => new SpecialReply({ kind: 'page', page: reply })

/** The paths of sign-in through a provider, and of the app of before. */
export function createSignInPages(): [path: string, WebPage][] {
  return [
    ['/m', { answer: async () => new SpecialReply({ kind: 'redirect', location: '/dashboard' }) }],
    ['/auth/callback', { answer: async ({ query }) => page(callbackPage(query)) }],
    ['/auth/callback.js', cachedFile(JAVASCRIPT, async () => Buffer.from(CALLBACK_SCRIPT))],
  ]
}
