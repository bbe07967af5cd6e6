import { html } from '../base/html/html-template.ts'
import { webPage } from '../base/html/web-page.ts'

/** The page behind `upgrade_url` of a 402: how to get credits on a server that does not sell any. */
export const billingPage = ({ elsewhere }: { elsewhere: string | undefined }) =>
  webPage({
    title: 'Credits',
    content: html`<p class="lead">Work on pictures costs credits. The operator of this server grants them. Nothing is sold on this page.</p>
${
  elsewhere !== undefined &&
  html`<p class="note">The operator of this server has a separate page for credits: <a href="${elsewhere}">${elsewhere}</a></p>`
}
<h2>If you use this server</h2>
<p>Ask the operator for credits, and name the e-mail address of your account. A new account gets some credits when its address is verified.
<code>GET /api/account/credits</code> shows the balance, and <code>POST /api/estimate</code> the price of a request.</p>
<h2>If you run this server</h2>
<p>Grant credits on the server's machine, to an existing account:</p>
<pre tabindex="0"><code>platelight-server credits grant --email you@example.com --credits 100</code></pre>
<p>or to a new account, together with a key:</p>
<pre tabindex="0"><code>platelight-server keys create --email you@example.com --credits 100</code></pre>
<p>In a clone of the project, put <code>npx</code> before both commands. If the server was started with <code>--data</code>, add the same
<code>--data</code>. <code>PLATELIGHT_SIGNUP_CREDITS</code> sets the credits of new accounts. With <code>PLATELIGHT_UPGRADE_URL</code>, people
who run out of credits are sent to your page instead of this one.</p>
<h2>What is never charged</h2>
<p>Work that fails or is cancelled gives its credits back. A repeat with the same <code>Idempotency-Key</code> is charged once.
<a href="/docs/errors/insufficient_credits">More about the error</a></p>`,
  })
