import { html } from '../../base/html/html-template.ts'
import { webPage } from '../../base/html/web-page.ts'
import type { Catalogue, Product } from '../../base/plans/plan-catalogue.ts'
import type { CreditSummary } from '../../credits/account-credits.ts'

interface Portal {
  readonly email: string
  readonly summary: CreditSummary
  readonly products: Catalogue['products']
  /** The operator's page for credits, if there is one. */
  readonly elsewhere: string | undefined
  readonly returnUrl: string
}

const STATES: Readonly<Record<string, string>> = {
  active: 'active',
  grace: 'active, but the store could not take the payment: check your way to pay there',
  billing_retry: 'paused, because the store could not take the payment: check your way to pay there',
  expired: 'ended',
  revoked: 'ended, because the payment was returned',
}

/** The billing portal: plan, credits, what can be bought, and where. */
export const portalPage = ({ email, summary, products, elsewhere, returnUrl }: Portal) =>
  webPage({
    title: 'Billing',
    content: html`<dl class="facts"><dt>Account</dt><dd>${email}</dd>
<dt>Plan</dt><dd>${summary.plan}</dd>
<dt>State</dt><dd>${STATES[summary.status] ?? summary.status}</dd>
<dt>${summary.renews ? 'Renews' : 'Ends'}</dt><dd>${dateOf(summary.nextRenewal)}</dd>
<dt>Credits</dt><dd>${summary.credits}</dd>
<dt>Used this month</dt><dd>${summary.usedThisMonth}</dd>${
      summary.debt > 0 &&
      html`
<dt>Debt</dt><dd>${summary.debt}, from refunded purchases that were used already. The next credits settle it.</dd>`
    }</dl>
${
  products.length > 0 &&
  html`<h2>Buy in the app</h2>
<p>Purchases and subscriptions are made, changed and cancelled in the app and its store, with the account above. Credits arrive at once.</p>
<ul>${products.map((product) => html`<li>${offerOf(product)}</li>`)}</ul>`
}
${
  elsewhere === undefined
    ? html`<h2>Other ways</h2>
<p>The operator of this server gives credits and plans, too. Ask them, and name the address of your account.</p>`
    : html`<h2>More credits</h2>
<p>The operator of this server has a page for credits: <a href="${elsewhere}">${elsewhere}</a></p>`
}
<p><a href="${returnUrl}">Back</a></p>`,
  })

/** The page of an address that does not open any more. */
export const closedPortalPage = () =>
  webPage({
    status: 400,
    title: 'This address has been used',
    content: html`<p class="lead">An address of the billing page opens once, within five minutes.</p>
<p>Ask the program that gave you the address for a new one. It gets one by <code>POST /api/billing/create-portal-session</code>.
The <a href="/dashboard">dashboard</a> shows your plan and credits when you sign in.</p>`,
  })

const dateOf = (at: string): string => at.slice(0, 10)

const offerOf = ({ name, credits, priceUsd, period }: Product): string =>
  [
    period === null ? name : `${name}: ${credits} credits a ${period}`,
    ...(priceUsd === null ? [] : [`$${Number.isInteger(priceUsd) ? priceUsd : priceUsd.toFixed(2)}`]),
  ].join(', ')
