import { type Html, html } from '../base/html/html-template.ts'
import { webPage } from '../base/html/web-page.ts'
import type { Reply } from '../contract/index.ts'

export type HealthReport = Reply<'service.apiHealth'>

/** The home page: the health of the server, and the way to the first photo. */
export const homePage = ({ health, url }: { health: HealthReport; url: string }) =>
  webPage({
    title: 'Platelight',
    content: html`<p class="lead">Food photography as an API. This server turns photos of dishes into pictures for menus, delivery
platforms and social media: true colours, light on the dish, the right shapes.</p>
<figure class="pair">
<img src="/dashboard/assets/croissant-before.webp" width="900" height="600" alt="A croissant as a phone took it, dark and grey">
<img src="/dashboard/assets/croissant-after.webp" width="900" height="600" alt="The same croissant after it was enhanced, warm and bright">
<figcaption>Before and after. The food stays the food: nothing is invented.</figcaption>
</figure>
<p><a class="action" href="/dashboard">Try it with your photo</a></p>
${status(health)}
<h2>1. Create a key</h2>
<p>On the server's machine, in the folder where it was started:</p>
${code(`platelight-server keys create --email you@example.com --credits 100`)}
<p>The command prints the key once. In a clone of the project, put <code>npx</code> before it. If the server was started with
<code>--data</code>, add the same <code>--data</code>. Then put the key where programs find it:</p>
${code(`export PLATELIGHT_API_KEY=pl_live_...`)}
<h2>2. Enhance a photo</h2>
<p>Use any photo of a dish, here <code>ramen.jpg</code>. With curl:</p>
${code(`curl ${url}/api/mobile/enhance \\
  -H "Authorization: Bearer $PLATELIGHT_API_KEY" \\
  -F image=@ramen.jpg -F size=square`)}
<p>The reply contains <code>enhanced_url</code>, the address of the picture. On the command line, which saves the pictures as files:</p>
${code(`npm install --global @platelight/cli
export PLATELIGHT_BASE_URL=${url}
platelight enhance ramen.jpg`)}
<p>In a program, with <code>npm install @platelight/sdk</code>:</p>
${code(`import { Platelight } from '@platelight/sdk'

const client = new Platelight({ baseUrl: '${url}' })
const photo = await client.photos.enhance({ image: { path: './ramen.jpg' } })
await photo.download('square', './ramen-square.jpg')`)}
<h2>Read on</h2>
<ul class="links">
<li><a href="/docs/guides">Guides<span>The first hour, webhooks, platforms, operating a server, with a search</span></a></li>
<li><a href="/docs">API reference<span>Every endpoint with its requests and replies</span></a></li>
<li><a href="/docs/errors">Errors<span>What each error means, and what to do about it</span></a></li>
<li><a href="/docs/warnings">Warnings<span>What a remark about a result means, and what to do about it</span></a></li>
<li><a href="/dashboard/billing">Credits<span>What work costs, and how to get more credits</span></a></li>
<li><a href="/api/capabilities">Capabilities<span>Which engine serves each operation, as JSON</span></a></li>
</ul>`,
  })

/** The same as JSON, for programs. */
export const homeJson = ({ health, url }: { health: HealthReport; url: string }) => ({
  name: 'Platelight',
  version: health.version,
  status: health.status,
  docs_url: `${url}/docs`,
  openapi_url: `${url}/openapi.json`,
  health_url: `${url}/api/health`,
  errors_url: `${url}/docs/errors`,
  guides_url: `${url}/docs/guides`,
})

const code = (text: string): Html => html`<pre tabindex="0"><code>${text}</code></pre>
`

function status({ status, version, checks }: HealthReport): Html {
  const { queue, workers } = checks
  const failed = Object.entries(checks).filter(([, check]) => check.status === 'failed')
  const waiting = queue.pending === 1 ? '1 photo is waiting' : `${queue.pending ?? 0} photos are waiting`
  const facts = html`Version ${version}. ${waiting}, ${workers.busy ?? 0} of ${workers.threads ?? 0} workers are busy.`
  return status === 'ok'
    ? html`<p class="note"><strong class="good">This server is healthy.</strong> ${facts} <a href="/api/health">Details</a></p>`
    : html`<div class="note"><p><strong class="bad">This server is not healthy.</strong> ${facts} <a href="/api/health">Details</a></p>
<ul>${failed.map(([name, check]) => html`<li>${name}: ${check.message}</li>`)}</ul></div>`
}
