import { requireEmail } from '../../accounts/email-address.ts'
import { html } from '../../base/html/html-template.ts'
import { prefersPage } from '../../base/html/prefers-page.ts'
import { webPage } from '../../base/html/web-page.ts'
import { ServiceError } from '../../base/service-error.ts'
import { type PageReply, type RequestFacts, type Routes, SpecialReply } from '../../contract/index.ts'
import type { AuthService } from './auth-service.ts'
import { formProblem } from './form-problem.ts'
import { forgotPage, resetDonePage, resetPage, resetSentPage } from './password-pages.ts'

type FormRoutes = Pick<
  Routes<'auth'>,
  'forgotPage' | 'forgotPassword' | 'resetPage' | 'resetPassword' | 'setupPage' | 'setup'
>

/** Pages with a form and what it posts to. The caller gets JSON, or a page if it prefers one. */
export const authFormRoutes = (auth: AuthService, publicUrl: () => string): FormRoutes => ({
  forgotPage: async () => page(forgotPage()),

  forgotPassword: async ({ body, request }) =>
    answer(request, {
      work: async () => {
        const email = requireEmail(body.email)
        await auth.forgot(email, body.locale)
        return email
      },
      json: () => ({ status: 'reset_sent', message: 'If the address has an account, an e-mail is on its way.' }),
      done: resetSentPage,
      refused: (problem) => forgotPage({ email: body.email, problem }),
    }),

  resetPage: async ({ query: { token } }) => page(resetPage(await auth.previewReset(token), token)),

  resetPassword: async ({ body, request }) =>
    answer(request, {
      work: () => auth.reset(body),
      json: () => ({ status: 'password_reset' }),
      done: resetDonePage,
      refused: async (problem) => resetPage(await auth.previewReset(body.token), body.token, problem),
    }),

  setupPage: async ({ query: { token } }) => {
    try {
      await auth.checkSetupToken(token)
    } catch (error) {
      if (!(error instanceof ServiceError) || error.code !== 'token_invalid') throw error
      return page(setupRefusedPage(error))
    }
    return page(setupPage(token))
  },

  setup: async ({ body, request }) =>
    answer(request, {
      work: async () => {
        const email = requireEmail(body.email)
        return { email, key: await auth.setUp({ ...body, email }) }
      },
      json: (made) => ({ status: 'created', ...made }),
      done: (made) => setupDonePage(made, publicUrl()),
      refused: (problem) =>
        problem.code === 'token_invalid'
          ? setupRefusedPage(problem)
          : setupPage(body.token, { email: body.email, problem }),
    }),
})

interface Answers<Result, Reply> {
  readonly work: () => Promise<Result>
  readonly json: (result: Result) => Reply
  readonly done: (result: Result) => PageReply
  /** The form again, with what is wrong. */
  readonly refused: (problem: ServiceError) => PageReply | Promise<PageReply>
}

/** Does what a form asks for, and replies in the form that the caller prefers. */
async function answer<Result, Reply>(
  request: RequestFacts,
  { work, json, done, refused }: Answers<Result, Reply>,
): Promise<Reply | SpecialReply> {
  if (!prefersPage(request)) return json(await work())
  try {
    return page(done(await work()))
  } catch (error) {
    // What the person can do nothing about gets the page of all errors.
    if (!(error instanceof ServiceError) || error.status >= 500) throw error
    return page(await refused(error))
  }
}

const page = (reply: PageReply) => new SpecialReply({ kind: 'page', page: reply })

/** The page behind the setup link of the log: a form for the first administrator. After a refusal it keeps the address. */
const setupPage = (
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

const setupDonePage = ({ email, key }: { email: string; key: string }, url: string): PageReply =>
  webPage({
    title: 'The administrator is created',
    content: html`<p class="lead"><strong>${email}</strong> administers this server.</p>
<p><a class="action" href="/dashboard">Open the studio</a></p>
<h2>A key for programs</h2>
<p>It is shown only here. Keep it where secrets are kept; the dashboard makes others and revokes this one.</p>
<pre tabindex="0"><code>PLATELIGHT_API_KEY=${key}
PLATELIGHT_BASE_URL=${url}</code></pre>
<p>Programs spend credits. <code>platelight-server credits grant --email ${email} --credits 100</code> gives some.</p>`,
  })

const setupRefusedPage = ({ message }: ServiceError): PageReply =>
  webPage({ title: 'This link does not work', status: 400, content: html`<p>${message}</p>` })
