import { html } from '../../base/html/html-template.ts'
import { webPage } from '../../base/html/web-page.ts'
import type { ServiceError } from '../../base/service-error.ts'
import type { PageReply } from '../../contract/index.ts'

/** The page behind the setup link of the log: a form for the first administrator. */
export const setupPage = (token: string, problem?: ServiceError): PageReply =>
  webPage({
    title: 'Create the administrator',
    status: problem ? 400 : 200,
    hasForm: true,
    content: html`<p class="lead">This server has no administrator yet. Complete this form to become one.</p>
${problem && html`<div class="note"><p>${problem.message}</p></div>`}
<form method="post" action="../api/auth/setup">
<input type="hidden" name="token" value="${token}">
<p><label>E-mail address<br><input type="email" name="email" required autocomplete="username" maxlength="254"></label></p>
<p><label>Password, 10 characters or more<br><input type="password" name="password" required minlength="10" maxlength="256"
autocomplete="new-password"></label></p>
<p><button type="submit">Create the administrator</button></p>
</form>`,
  })

export const setupDonePage = (email: string): PageReply =>
  webPage({
    title: 'The administrator is created',
    content: html`<p><strong>${email}</strong> administers this server. Log in with the address and the password.</p>`,
  })

export const setupRefusedPage = ({ message }: ServiceError): PageReply =>
  webPage({ title: 'This link does not work', status: 400, content: html`<p>${message}</p>` })
