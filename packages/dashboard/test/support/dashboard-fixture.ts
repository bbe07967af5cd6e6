import { randomInt } from 'node:crypto'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { FROM_ANYWHERE, newEmail, PASSWORD, visitor } from '../../../server/test/support/identity/signed-in-client.ts'
import { startSmtp } from '../../../server/test/support/mail/smtp-receiver.ts'
import { type StartOptions, startApp } from '../../../server/test/support/start-app.ts'
import { openChromium } from './open-chromium.ts'

/**
 * A server with the built dashboard, its mail on a server of this machine, and a browser.
 *
 * @param env settings of the server; the usual ones let everybody come from another address
 * @param options of `startApp`, such as an engine that a test holds
 */
export async function startDashboard(
  env: Record<string, string> = FROM_ANYWHERE,
  options: Omit<StartOptions, 'env'> = {},
) {
  const smtp = await startSmtp()
  const app = await startApp({
    ...options,
    env: {
      PLATELIGHT_SMTP_URL: `smtp://127.0.0.1:${smtp.port}`,
      PLATELIGHT_MAIL_FROM: 'Platelight <no-reply@example.com>',
      ...env,
    },
  })
  const browser = await openChromium(app.url)

  /** The link of the letter that confirms an address. */
  const verificationLink = async (email: string): Promise<string> => {
    const find = () => /https?:\/\/\S*verify\S*token=[\w-]+/.exec(smtp.lettersTo(email)[0]?.text ?? '')?.[0]
    await expect.poll(find).toBeDefined()
    return find() ?? ''
  }

  return {
    app,
    browser,
    verificationLink,
    /** The address of a person with a confirmed address. */
    async newPerson(): Promise<string> {
      const email = newEmail().replace('mara', `mara-${randomInt(1e9)}`)
      await visitor(app).auth.signup({ email, password: PASSWORD })
      const link = new URL(await verificationLink(email))
      await visitor(app).auth.verifyEmail(link.searchParams.get('token') ?? '')
      return email
    },
    async close() {
      await browser.close()
      await app.close()
      await smtp.close()
    },
  }
}

/** Signs in on the page of the dashboard. */
export async function signIn(page: Page, email: string): Promise<void> {
  await page.goto('/dashboard/sign-in')
  await page.getByLabel('E-mail address').fill(email)
  await page.getByLabel('Password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('heading', { name: 'Studio' }).waitFor({ state: 'attached' })
}

/** Does something on a page for which no time passes meanwhile, however slow the machine is. */
export async function whileTimeStands(page: Page, act: () => Promise<void>): Promise<void> {
  await page.clock.install()
  await page.clock.pauseAt(Date.now() + 1000)
  await act()
  await page.clock.resume()
}
