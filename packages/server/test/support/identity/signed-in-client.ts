import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Platelight } from '@platelight/sdk'
import PostalMime, { type Email } from 'postal-mime'
import { expect } from 'vitest'
import { PATIENCE_MS, type TestApp } from '../start-app.ts'

let callers = 0

/** Settings with which a test may use any number of addresses. */
export const FROM_ANYWHERE = { PLATELIGHT_TRUST_PROXY: '1' }

/** An address that no other test uses. */
export const newAddress = (): string => `203.${(++callers >> 14) & 127}.${(callers >> 7) & 127}.${callers & 127}`

/** The client of one person. By default every call comes from another address. */
export const visitor = (app: TestApp, options: { apiKey?: string; from?: string } = {}): Platelight =>
  new Platelight({
    baseUrl: app.url,
    ...(options.apiKey === undefined ? {} : { apiKey: options.apiKey }),
    maxRetries: 0,
    timeoutMs: PATIENCE_MS,
    fetch: (request) => {
      const headers = new Headers(request.headers)
      headers.set('x-forwarded-for', options.from ?? newAddress())
      return fetch(new Request(request, { headers }))
    },
  })

export const PASSWORD = 'seven purple artichokes'

let people = 0
export const newEmail = (): string => `mara-${++people}@trattoria.example`

/** A person who has signed up and has not opened the link. */
export async function newcomer(app: TestApp, email = newEmail()) {
  await visitor(app).auth.signup({ email, password: PASSWORD })
  const { link } = await mailTo(app, email, 'verification')
  return { email, link, token: tokenIn(link) }
}

/** The address of a person who has. */
export async function verified(app: TestApp): Promise<string> {
  const { email, token } = await newcomer(app)
  await visitor(app).auth.verifyEmail(token)
  return email
}

/** Tries a wrong password. Returns the error. */
export const wrongPassword = (app: TestApp, email: string, from?: string) =>
  visitor(app, from === undefined ? {} : { from })
    .auth.login({ email, password: 'not the password' })
    .then(
      () => expect.fail('it was let in'),
      (error: { status: number; message: string; retryAfterMs?: number }) => error,
    )

export interface Received extends Email {
  readonly kind: string
  /** The first link address in it. */
  readonly link: string
  readonly raw: string
}

/** Files of an outbox never change, and parsing all of them for every call takes time. Undefined: deleted before it was read. */
const parsed = new Map<string, Promise<Received | undefined>>()

/** The mails in the outbox, oldest first; those to one recipient if an address is given. */
export async function mails(app: Pick<TestApp, 'dataFolder'>, to?: string): Promise<Received[]> {
  const folder = join(app.dataFolder, 'outbox')
  const files = (await readdir(folder).catch(() => [] as string[])).filter((name) => name.endsWith('.eml')).sort()
  const all = await Promise.all(
    files.map((file) => {
      const known = parsed.get(file) ?? parse(folder, file)
      parsed.set(file, known)
      return known
    }),
  )
  const present = all.filter((mail) => mail !== undefined)
  return to === undefined ? present : present.filter((mail) => mail.to?.some(({ address }) => address === to))
}

/** The mails of a deleted account are removed in the background, also between the listing and the reading. */
async function parse(folder: string, file: string): Promise<Received | undefined> {
  const raw = await readFile(join(folder, file), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })
  if (raw === undefined) return undefined
  const mail = await PostalMime.parse(raw)
  const kind = file.replace(/^[^-]+-|\.eml$/g, '')
  return { ...mail, kind, raw, link: /https?:\/\/\S+/.exec(mail.text ?? '')?.[0] ?? '' }
}

/** The newest mail of a kind to a recipient, as soon as it exists. */
export async function mailTo(app: TestApp, to: string, kind: string): Promise<Received> {
  const newest = async () => (await mails(app, to)).filter((mail) => mail.kind === kind).at(-1)
  await expect.poll(newest, { message: `${kind} to ${to}` }).toBeDefined()
  return (await newest()) as Received
}

export const tokenIn = (link: string): string => new URL(link).searchParams.get('token') ?? ''
