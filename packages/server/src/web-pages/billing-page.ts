import { html } from '../base/html/html-template.ts'
import { webPage } from '../base/html/web-page.ts'

/** Where `upgrade_url` of a 402 leads: how credits are got on a server that sells none. */
export const billingPage = ({ elsewhere }: { elsewhere: string | undefined }) =>
  webPage({
    title: 'Credits',
    content: html`<p class="lead">Work on pictures is paid in credits. This server gives them out; nothing is sold on this page.</p>
${
  elsewhere !== undefined &&
  html`<p class="note">The operator of this server has a page of their own for credits: <a href="${elsewhere}">${elsewhere}</a></p>`
}
<h2>If you use this server</h2>
<p>Ask the person who runs it, and give the e-mail address of your account. New accounts begin with some credits, given when the address is
verified. <code>GET /api/account/credits</code> shows what is left, and <code>POST /api/estimate</code> what a request would cost.</p>
<h2>If you run this server</h2>
<p>Credits are granted on its machine, to an account that exists:</p>
<pre tabindex="0"><code>platelight-server credits grant --email you@example.com --credits 100</code></pre>
<p>or to a new one, with a key:</p>
<pre tabindex="0"><code>platelight-server keys create --email you@example.com --credits 100</code></pre>
<p>In a clone of the project both begin with <code>npx</code>; a server that was started with <code>--data</code> wants the same
<code>--data</code> here. <code>PLATELIGHT_SIGNUP_CREDITS</code> sets what new accounts begin with, and <code>PLATELIGHT_UPGRADE_URL</code>
sends people who run out to a page of yours instead of this one.</p>
<h2>What is never charged</h2>
<p>Work that fails or is called off gives its credits back. A repeat with the same <code>Idempotency-Key</code> is charged once.
<a href="/docs/errors/insufficient_credits">More about the error</a></p>`,
  })
