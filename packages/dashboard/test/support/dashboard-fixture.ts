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

/** How long a deletion can be taken back, as the page has it. */
const UNDO_MS = 10_000

/** For a slow machine: on pages that are opened from now on, a deletion can be taken back until they are left. */
export const withoutEndOfUndo = (page: Page): Promise<unknown> =>
  page.addInitScript((undoMs) => {
    const start = window.setTimeout
    const never = (act: TimerHandler, ms?: number, ...more: unknown[]) =>
      start(act, ms === undoMs ? 2 ** 31 - 1 : ms, ...more)
    window.setTimeout = never as typeof window.setTimeout
  }, UNDO_MS)
