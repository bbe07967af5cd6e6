import { expect } from 'vitest'
import { type StartOptions, startApp, type TestApp } from '../start-app.ts'
import { type Browser, browser } from './browser.ts'
import { oidcServer, type Person, providerSettings } from './oidc-server.ts'
import { FROM_ANYWHERE } from './signed-in-client.ts'

/** A server that knows one real provider, `kitchen`. */
export async function withProvider(person: Person, options: StartOptions = {}) {
  const provider = await oidcServer(person)
  const env = { ...FROM_ANYWHERE, ...providerSettings('KITCHEN', provider.issuer), ...options.env }
  const app = await startApp({ ...options, env })
  provider.open(app.url)
  return {
    app,
    provider,
    close: async () => {
      await app.close()
      await provider.close()
    },
  }
}

export const startUrl = (app: TestApp, query: Record<string, string> = {}): string =>
  `${app.url}/api/auth/idp/mobile/start?${new URLSearchParams(query)}`

/** Goes through a sign-in up to the page or the app on which it ends. */
export const signIn = (app: TestApp, query: Record<string, string> = {}, by: Browser = browser()): Promise<URL> =>
  by.follow(startUrl(app, query), END)

const END = /\/auth\/callback\?|^trattoria:/

/** Signs in and opens the session. */
export async function session(app: TestApp, query: Record<string, string> = {}) {
  const by = browser()
  const end = await signIn(app, query, by)
  expect(end.searchParams.get('error')).toBeNull()
  const reply = await by.exchange(app.url, end.searchParams.get('code') ?? '')
  expect(reply.status, await reply.clone().text()).toBe(200)
  return (await reply.json()) as {
    access_token: string
    expires_at: string
    next: string
    user: { id: string; email: string; email_verified: boolean; credits: number; name: string | null }
  }
}

/** The error with which a sign-in ends. */
export const errorOf = async (signedIn: Promise<URL>): Promise<string | null> =>
  (await signedIn).searchParams.get('error')
