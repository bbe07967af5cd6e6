import { html } from '../../base/html/html-template.ts'
import { webPage } from '../../base/html/web-page.ts'
import type { ServiceError } from '../../base/service-error.ts'
import type { PageReply } from '../../contract/index.ts'
import { formProblem } from './form-problem.ts'
import type { ResetLinkState } from './password-reset.ts'

const FORGOT = '/auth/forgot-password'
const signIn = html`<p><a href="/dashboard">Sign in</a></p>`

/** The form with which people who have forgotten their password request a new one. */
export const forgotPage = ({ email = '', problem }: { email?: string; problem?: ServiceError } = {}): PageReply =>
  webPage({
    title: 'Forgot your password?',
    status: problem?.status ?? 200,
    hasForm: true,
    content: html`<p class="lead">You get an e-mail with a link for choosing a new one.</p>
${formProblem(problem)}<form method="post" action="/api/auth/forgot-password">
<p><label>E-mail address<br><input type="email" name="email" value="${email}" required autocomplete="username" maxlength="320"></label></p>
<p><button type="submit">Send the e-mail</button></p>
</form>
${signIn}`,
  })

/** The page after that form. It says the same whether or not the address has an account. */
export const resetSentPage = (email: string): PageReply =>
  webPage({
    title: 'Look into your mailbox',
    content: html`<p>If <strong>${email}</strong> has an account, an e-mail with a link is on its way. It works for one hour.</p>
<p class="quiet">Nothing arrived? Look in the spam folder, or wait a minute and <a href="${FORGOT}">request it again</a>.</p>`,
  })

/** The page behind the link of the e-mail: a form while the link works, otherwise why it does not. */
export function resetPage(link: ResetLinkState, token: string, problem?: ServiceError): PageReply {
  if (link.state !== 'open') return resetRefusedPage(link.state)
  return webPage({
    title: 'Choose a new password',
    status: problem?.status ?? 200,
    hasForm: true,
    content: html`<p class="lead">For the account <strong>${link.email}</strong>.</p>
${formProblem(problem)}<form method="post" action="/api/auth/reset-password">
<input type="hidden" name="token" value="${token}">
<input type="email" value="${link.email}" autocomplete="username" hidden>
<p><label>New password, 10 characters or more<br><input type="password" name="password" required minlength="10" maxlength="256"
autocomplete="new-password"></label></p>
<p><button type="submit">Set the password</button></p>
</form>
<p class="quiet"><small>This signs the account out everywhere.</small></p>`,
  })
}

export const resetDonePage = (): PageReply =>
  webPage({
    title: 'Your new password is set',
    content: html`<p>The account was signed out everywhere. Use the new password from now on.</p>${signIn}`,
  })

const REFUSED = {
  expired: ['This link has expired', 'Links for a new password work for one hour.'],
  used: ['This link was used before', 'Links for a new password work once.'],
  unknown: [
    'This link does not work',
    'It is incomplete, or a newer link replaced it. The newest e-mail has the link that works.',
  ],
} as const

function resetRefusedPage(state: keyof typeof REFUSED): PageReply {
  const [title, why] = REFUSED[state]
  return webPage({
    status: 400,
    title,
    content: html`<p>${why}</p><p><a href="${FORGOT}">Request a new link</a></p>${signIn}`,
  })
}
