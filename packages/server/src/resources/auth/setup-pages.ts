import { html } from '../../base/html/html-template.ts'
import { webPage } from '../../base/html/web-page.ts'
import type { ServiceError } from '../../base/service-error.ts'
import type { PageReply } from '../../contract/index.ts'
import { formProblem } from './form-problem.ts'

/** The page behind the setup link of the log: a form for the first administrator. After a refusal it keeps the address. */
export const setupPage = (
  token: string,
  { email = '', problem }: { email?: string; problem?: ServiceError } = {},
): PageReply =>
  webPage({
    title: 'Create the administrator',
    status: problem?.status ?? 200,
    hasForm: true,
    content: html`<p class="lead">This server has no administrator yet. Complete this form to become one.</p>
${formProblem(problem)}<form method="post" action="/api/auth/setup">
<input type="hidden" name="token" value="${token}">
<p><label>E-mail address<br><input type="email" name="email" value="${email}" required autocomplete="username"
maxlength="320"></label></p>
<p><label>Password, 10 characters or more<br><input type="password" name="password" required minlength="10" maxlength="256"
autocomplete="new-password"></label></p>
<p><button type="submit">Create the administrator</button></p>
</form>`,
  })

export const setupDonePage = (email: string): PageReply =>
  webPage({
    title: 'The administrator is created',
    content: html`<p><strong>${email}</strong> administers this server.</p><p><a href="/dashboard">Sign in</a></p>`,
  })

export const setupRefusedPage = ({ message }: ServiceError): PageReply =>
  webPage({ title: 'This link does not work', status: 400, content: html`<p>${message}</p>` })
