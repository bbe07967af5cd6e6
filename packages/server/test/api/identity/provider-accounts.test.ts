import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { browser } from '../../support/identity/browser.ts'
import type { Person } from '../../support/identity/oidc-server.ts'
import { errorOf, session, signIn, startUrl, withProvider } from '../../support/identity/provider-fixture.ts'
import {
  mails,
  mailTo,
  newcomer,
  newEmail,
  PASSWORD,
  tokenIn,
  verified,
  visitor,
} from '../../support/identity/signed-in-client.ts'

let at: Awaited<ReturnType<typeof withProvider>>
beforeAll(async () => {
  at = await withProvider({ sub: 'nobody' })
})
afterAll(() => at.close())

let people = 0
let mara: Person & { email: string }
beforeEach(() => {
  mara = { sub: `person-${++people}`, email: newEmail(), email_verified: true }
  at.provider.state.person = mara
})
const becomes = (more: Partial<Record<keyof Person, unknown>>) => {
  at.provider.state.person = { ...mara, ...more } as Person
}
const idOf = async (email: string) =>
  (await at.app.core.database.db.selectFrom('accounts').select('id').where('email', '=', email).executeTakeFirst())?.id
const securityLetters = async (email: string) =>
  (await mails(at.app, email)).map(({ kind }) => kind).filter((kind) => /^(password|provider)-/.test(kind))
const login = (email: string) => visitor(at.app).auth.login({ email, password: PASSWORD })

test('a verified account with the address is linked, keeps its password, and gets no credits again', async () => {
  const email = await verified(at.app)
  const before = await login(email)
  becomes({ email: email.toUpperCase() })
  const { user } = await session(at.app)
  expect(user).toMatchObject({ id: before.user.id, email, credits: 10 })
  expect((await login(email)).user.id).toBe(user.id)
  expect(await visitor(at.app, { apiKey: before.access_token }).auth.me()).toMatchObject({ email })
})

test('the owner of an account is told by letter that it is linked, once, and the owner of a new one is not', async () => {
  const email = await verified(at.app)
  becomes({ email })
  await session(at.app)
  const { subject, text } = await mailTo(at.app, email, 'provider-linked')
  expect(subject).toBe('Your account has a new way to sign in')
  expect(text).toContain('signing in with Kitchen.')
  await session(at.app)
  expect(await securityLetters(email)).toEqual(['provider-linked'])

  becomes({ sub: `${mara.sub}-new` })
  await session(at.app)
  await mailTo(at.app, mara.email, 'welcome')
  expect(await securityLetters(mara.email)).toEqual([])
})

test('an account that a stranger made with the address loses the stranger’s password, sessions and keys', async () => {
  const { email, token } = await newcomer(at.app)
  const stranger = await login(email)
  const id = stranger.user.id
  const key = await at.app.core.keys.create(
    id,
    { name: 'left behind', scopes: ['read'], expiresAt: null },
    new Set(['read', 'images', 'account']),
  )
  becomes({ email })
  const { user } = await session(at.app)
  expect(user).toMatchObject({ id, email_verified: true, credits: 10 })
  for (const apiKey of [stranger.access_token, key.secret]) {
    await expect(visitor(at.app, { apiKey }).auth.me()).rejects.toMatchObject({ status: 401 })
  }
  await expect(login(email)).rejects.toMatchObject({ status: 401 })
  expect((await mailTo(at.app, email, 'password-removed')).text).toContain('signing in with Kitchen.')
  // The link of the sign-up does not bring anything back either.
  expect(await visitor(at.app).auth.verifyEmail(token)).toMatchObject({ credits_granted: 0 })
  await expect(login(email)).rejects.toMatchObject({ status: 401 })
})

test.each([false, 'false', 1])(
  'an address that the provider has not verified (%s) opens nothing, whether or not it has an account',
  async (email_verified) => {
    const known = await verified(at.app)
    const unknown = newEmail()
    for (const email of [known, unknown]) {
      becomes({ email, email_verified })
      expect(await errorOf(signIn(at.app)), email).toBe('email_not_verified')
    }
    expect(await idOf(unknown)).toBeUndefined()
    expect(
      await at.app.core.database.db.selectFrom('identities').selectAll().where('subject', '=', mara.sub).execute(),
    ).toEqual([])
  },
)

test('an address of which the provider says nothing opens a new unverified account, and none that exists', async () => {
  becomes({ email_verified: undefined })
  const [first, second] = await Promise.all([session(at.app), session(at.app)])
  expect(first.user).toMatchObject({ id: second.user.id, email: mara.email, email_verified: false, credits: 0 })
  const known = await verified(at.app)
  becomes({ sub: `${mara.sub}-other`, email: known, email_verified: null })
  expect(await errorOf(signIn(at.app))).toBe('email_not_verified')

  becomes({ email_verified: undefined })
  await visitor(at.app).auth.verifyEmail(tokenIn((await mailTo(at.app, mara.email, 'verification')).link))
  const { user } = await session(at.app)
  expect(user).toMatchObject({ id: first.user.id, email_verified: true, credits: 10 })
})

test('a provider that says nothing of an address loses the account to the person who reads its mail', async () => {
  becomes({ email_verified: undefined })
  const stranger = await session(at.app)
  becomes({ sub: `${mara.sub}-owner` })
  expect((await session(at.app)).user).toMatchObject({ id: stranger.user.id, email_verified: true })
  becomes({ email_verified: undefined })
  expect(await errorOf(signIn(at.app))).toBe('email_not_verified')
})

test.each([
  undefined,
  '',
  'no address',
  'a@b',
  `${'a'.repeat(300)}@example.com`,
  'a\u0000b@example.com',
  'x\r\nBcc: y@z.example',
])('the address %j is none, and opens nothing', async (email) => {
  becomes({ email })
  expect(await errorOf(signIn(at.app))).toBe('email_not_verified')
})

test('an identity keeps its account when its address changes, also to that of another account', async () => {
  const first = await session(at.app)
  const other = await verified(at.app)
  becomes({ email: other })
  expect((await session(at.app)).user).toMatchObject({ id: first.user.id, email: mara.email })
  becomes({ email_verified: false })
  expect((await session(at.app)).user.id).toBe(first.user.id)
  becomes({ email: undefined })
  expect((await session(at.app)).user.id).toBe(first.user.id)
})

test('an address that the provider gives to another person does not open the account of the first', async () => {
  const first = await session(at.app)
  becomes({ sub: 'successor' })
  expect(await errorOf(signIn(at.app))).toBe('other_identity')
  becomes({})
  expect((await session(at.app)).user.id).toBe(first.user.id)
})

test('several first sign-ins at the same moment make one account with the credits once', async () => {
  const opened = await Promise.all(Array.from({ length: 4 }, () => session(at.app)))
  expect(new Set(opened.map(({ user }) => user.id)).size).toBe(1)
  const entries = await at.app.core.database.db
    .selectFrom('credit_entries')
    .select('amount')
    .where('account_id', '=', opened[0]!.user.id)
    .execute()
  expect(entries).toEqual([{ amount: 10 }])
})

test('two identities that come for one account at the same moment: one is linked, the other refused', async () => {
  const come = async (sub: string) => {
    becomes({ sub })
    const by = browser()
    const callback = await by.follow(startUrl(at.app), /\/api\/auth\/idp\/callback/)
    return () => errorOf(by.follow(callback.href, /\/auth\/callback\?/))
  }
  const both = [await come(`${mara.sub}-a`), await come(`${mara.sub}-b`)]
  const errors = await Promise.all(both.map((complete) => complete()))
  expect(errors.sort()).toEqual([null, 'other_identity'])
})

test('an account of a provider has no password, and its owner can set one by mail', async () => {
  const { user } = await session(at.app)
  await expect(login(user.email)).rejects.toMatchObject({ status: 401 })
  await visitor(at.app).auth.forgotPassword({ email: user.email })
  const resets = async () =>
    (await mails(at.app, user.email)).flatMap(({ text }) => /[0-9A-Za-z]{32}/.exec(text ?? '')?.[0] ?? [])
  await expect.poll(resets).toHaveLength(1)
  const [token = ''] = await resets()
  await visitor(at.app).auth.resetPassword({ token, password: PASSWORD })
  expect((await login(user.email)).user.id).toBe(user.id)
  expect((await session(at.app)).user.id).toBe(user.id)
  expect((await mailTo(at.app, user.email, 'password-added')).subject).toBe('Your account has a password now')
})

test('a sign-in at a provider does not open a disabled account, and links nothing to it', async () => {
  const email = await verified(at.app)
  becomes({ email })
  await at.app.operator.disableAccount(email)
  expect(await errorOf(signIn(at.app))).toBe('account_disabled')
  await at.app.operator.enableAccount(email)
  expect((await session(at.app)).user.email).toBe(email)
  await at.app.operator.disableAccount(email)
  expect(await errorOf(signIn(at.app))).toBe('account_disabled')
})

test('a sign-in with a refused address leaves nothing behind', async () => {
  const { db } = at.app.core.database
  const first = await session(at.app)
  becomes({ sub: 'successor-2' })
  const before = await db.selectFrom('sign_in_codes').selectAll().execute()
  await signIn(at.app)
  expect(await db.selectFrom('sign_in_codes').selectAll().execute()).toEqual(before)
  expect(await db.selectFrom('identities').selectAll().where('account_id', '=', first.user.id).execute()).toHaveLength(
    1,
  )
})
