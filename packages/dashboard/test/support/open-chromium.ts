import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { PROGRAM_ENV, programCall } from '../../../imaging/test/support/machine/outside-programs.ts'
import { newAddress } from '../../../server/test/support/identity/signed-in-client.ts'

// Without these the browser asks its maker for updates.
const QUIET = ['--disable-background-networking', '--disable-component-update', '--disable-sync', '--no-first-run']
const ARGS = ['--no-sandbox', '--disable-gpu', '--disable-quic', ...QUIET]

/** A ceiling for what hangs, which a starved machine does not reach. */
const HANGS_MS = 600_000

/** A page, with everything that it did which no page of ours may do. */
export interface WatchedPage {
  readonly page: Page
  /** Requests to other servers, blocked by the policy of the page, errors of scripts, dialogs. */
  readonly offences: string[]
  close(): Promise<void>
}

/** Debian's Chromium, without a window. */
export async function openChromium(origin: string) {
  const [name] = programCall('chromium', [])
  const executablePath = PROGRAM_ENV.PATH.split(':')
    .map((folder) => join(folder, name))
    .find(existsSync)
  const browser: Browser = await chromium.launch({
    args: ARGS,
    ...(executablePath !== undefined && { executablePath }),
  })
  return {
    /** Opens a page of somebody else: with cookies of its own. */
    async newPage(options: BrowserContextOptions = {}): Promise<WatchedPage> {
      // Of an address of their own, where the server trusts a proxy: from one address few may sign in within a minute.
      const extraHTTPHeaders = { 'x-forwarded-for': newAddress() }
      const context = await browser.newContext({ baseURL: origin, acceptDownloads: true, extraHTTPHeaders, ...options })
      context.setDefaultTimeout(HANGS_MS)
      const page = await context.newPage()
      const offences: string[] = []
      context.on('request', (request) => {
        const url = request.url()
        if (!url.startsWith(`${origin}/`) && !/^(blob|data):/.test(url)) offences.push(`asks ${url}`)
      })
      page.on('console', (message) => {
        // A refusal of the API, such as 401 while nobody is signed in, is for the page; the browser reports it, too.
        const isExpected =
          /status of 4\d\d/.test(message.text()) && /^\/(api|v1)\//.test(new URL(message.location().url).pathname)
        if (message.type() === 'error' && !isExpected) offences.push(message.text())
      })
      page.on('pageerror', (error) => offences.push(error.message))
      page.on('dialog', (dialog) => {
        offences.push(`says ${dialog.message()}`)
        void dialog.dismiss()
      })
      return { page, offences, close: () => context.close() }
    },
    close: () => browser.close(),
  }
}
