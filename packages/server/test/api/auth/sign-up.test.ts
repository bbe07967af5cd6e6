import type { Platelight } from '@platelight/sdk'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  FROM_ANYWHERE,
  mails,
  mailTo,
  newcomer,
  newEmail,
  PASSWORD,
  tokenIn,
  visitor,
} from '../../support/identity/signed-in-client.ts'
import { startApp, type TestApp } from '../../support/start-app.ts'

let app: TestApp
let auth: Platelight['auth']
let now = Date.parse('2026-11-21T12:00:00Z')
beforeAll(async () => {
  app = await startApp({ env: FROM_ANYWHERE, clock: { now: () => new Date(now) } })
  auth = visitor(app).auth
})
afterAll(() => app.close())

const accounts = (email: string) =>
  app.core.database.db.selectFrom('accounts').selectAll().where('email', '=', email).execute()
const quiet = () => new Promise((done) => setTimeout(done, 100))

describe('signing up', () => {
  test('the mailed link verifies the address and grants the sign-up credits, once', async () => {
    const email = newEmail()
    const wish = { email, password: PASSWORD, name: ' Mara ', business_name: 'Trattoria Mara', marketing_consent: true }
    expect(await auth.signup(wish)).toEqual({ status: 'verification_sent', email })

    const before = await auth.login({ email, password: PASSWORD })
    expect(before).toMatchObject({
      token_type: 'bearer',
      user: {
        email,
        email_verified: false,
        name: 'Mara',
        business_name: 'Trattoria Mara',
        credits: 0,
        is_admin: false,
      },
    })
    const { link } = await mailTo(app, email, 'verification')
    expect(link).toMatch(new RegExp(`^${app.url}/auth/verify\\?token=[0-9A-Za-z]{32}&source=email$`))

    const first = await auth.verifyEmail(tokenIn(link))
    expect(first).toEqual({ status: 'verified', email, credits_granted: 10 })
    const second = await auth.verifyEmail(tokenIn(link))
    expect(second).toEqual({ status: 'already_verified', email, credits_granted: 0 })
    // Sessions from before the verification could belong to somebody else.
    await expect(visitor(app, { apiKey: before.access_token }).auth.me()).rejects.toMatchObject({ status: 401 })
    const after = await auth.login({ email, password: PASSWORD })
    expect(after.user).toMatchObject({ email_verified: true, credits: 10, subscription_plan: 'Free' })

    const [row] = await accounts(email)
    expect(row).toMatchObject({ marketing_consent_at: '2026-11-21T12:00:00.000Z' })
    expect(row?.password_hash).toMatch(/^\$argon2id\$v=19\$/)
    expect(JSON.stringify(await app.core.database.db.selectFrom('email_tokens').selectAll().execute())).not.toContain(
      tokenIn(link),
    )
  })

  test('a link opened twenty times simultaneously grants once', async () => {
    const { email, token } = await newcomer(app)
    const answers = await Promise.all(Array.from({ length: 20 }, () => auth.verifyEmail(token)))
    expect(answers.filter(({ status }) => status === 'verified')).toHaveLength(1)
    expect(answers.reduce((sum, { credits_granted }) => sum + credits_granted, 0)).toBe(10)
    expect((await accounts(email))[0]?.balance).toBe(10)
  })

  test('a known address gets the same reply; only its mailbox learns more', async () => {
    const { email, token } = await newcomer(app)
    await auth.verifyEmail(token)
    const again = { email: ` ${email.toUpperCase()} `, password: 'another good passphrase' }
    expect(await auth.signup(again)).toEqual({ status: 'verification_sent', email })

    const message = await mailTo(app, email, 'known-address')
    expect(message.subject).toBe('You already have an account')
    await expect(auth.login({ email, password: again.password })).rejects.toMatchObject({ status: 401 })
    expect((await auth.login({ email, password: PASSWORD })).user.email).toBe(email)
  })

  test('fifty simultaneous sign-ups with one address create one account and one mail of each kind', async () => {
    const email = newEmail()
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, index) => auth.signup({ email, password: `${PASSWORD} ${index}` })),
    )
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
    expect(await accounts(email)).toHaveLength(1)
    await mailTo(app, email, 'known-address')
    await quiet()
    expect((await mails(app, email)).map(({ kind }) => kind).sort()).toEqual(['known-address', 'verification'])
  })

  test('an address with repeated sign-ups gets at most one mail a minute', async () => {
    const { email } = await newcomer(app)
    const reported = async () => (await mails(app, email)).filter(({ kind }) => kind === 'known-address').length
    await auth.signup({ email, password: PASSWORD })
    await auth.signup({ email, password: PASSWORD })
    await expect.poll(reported).toBe(1)
    now += 61_000
    await auth.signup({ email, password: PASSWORD })
    await expect.poll(reported).toBe(2)
  })

  test('no credits are granted if the operator gives none', async () => {
    const mean = await startApp({ env: { ...FROM_ANYWHERE, PLATELIGHT_SIGNUP_CREDITS: '0' } })
    const email = newEmail()
    await visitor(mean).auth.signup({ email, password: PASSWORD })
    const { link } = await mailTo(mean, email, 'verification')
    expect(await visitor(mean).auth.verifyEmail(tokenIn(link))).toMatchObject({
      status: 'verified',
      credits_granted: 0,
    })
    await mean.close()
  })
})

describe('passwords', () => {
  test('are hashed at the cost that OWASP recommends, unless a test asks for less', async () => {
    const real = await startApp({ env: FROM_ANYWHERE, realPasswords: true })
    await visitor(real).auth.signup({ email: newEmail(), password: PASSWORD })
    const { password_hash } = await real.core.database.db
      .selectFrom('accounts')
      .select('password_hash')
      .executeTakeFirstOrThrow()
    expect(password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    await real.close()
  })

  const email = 'weak@trattoria.example'
  test.each([
    ['common', 'password123', /common/],
    ['the address', email, /same as the address/],
    ['the address in capitals', email.toUpperCase(), /same as the address/],
    ['made from the address', 'trattoria1', /address/],
    ['a row of the keyboard', 'qwertyuiop', /common|keyboard/],
    ['one character, 256 times', 'a'.repeat(256), /repeats/],
    ['NUL bytes', '\0'.repeat(12), /repeats/],
    ['digits in order', '1234567890', /common|sequence/],
  ])('%s is refused as weak, with the reason, and creates no account', async (_, password, reason) => {
    await expect(auth.signup({ email, password })).rejects.toMatchObject({
      status: 400,
      code: 'password_weak',
      message: expect.stringMatching(reason),
    })
    expect(await accounts(email)).toEqual([])
  })

  test.each([
    ['nine characters', 'k7#Qz!w2p'],
    ['257 characters', `${'kX'.repeat(128)}!`],
  ])('%s is 422 at the field', async (_, password) => {
    await expect(auth.signup({ email, password })).rejects.toMatchObject({
      status: 422,
      fieldErrors: { password: expect.anything() },
    })
  })

  test.each([
    ['256 characters', `${'kleine Fische schwimmen '.repeat(10)}${'x7Q!'.repeat(4)}`],
    ['256 characters of four bytes each', '🍜🥘🦐🧄'.repeat(64)],
    ['other scripts', 'пять лимонов на столе'],
    ['a NUL in the middle', 'seven\0purple\0artichokes'],
  ])('%s is accepted, to the last character', async (_, password) => {
    const one = newEmail()
    await auth.signup({ email: one, password })
    expect((await auth.login({ email: one, password })).user.email).toBe(one)
    const cut = [...password].slice(0, -1).join('')
    await expect(auth.login({ email: one, password: cut })).rejects.toMatchObject({ status: 401 })
  })

  test('the same letters are the same password, however a keyboard encodes them', async () => {
    const one = newEmail()
    await auth.signup({ email: one, password: 'crème brûlée à midi'.normalize('NFC') })
    expect((await auth.login({ email: one, password: 'crème brûlée à midi'.normalize('NFD') })).user.email).toBe(one)
  })
})

describe('addresses', () => {
  test.each([
    ['empty', '  ', /empty/],
    ['no @', 'mara.example', /no @/],
    ['a header', 'mara@trattoria.example\r\nBcc: all@example.com', /before the @/],
    ['two @', 'mara@home@trattoria.example', /before the @/],
    ['a NUL', 'ma\0ra@trattoria.example', /before the @/],
    ['a display name', 'Mara <mara@trattoria.example>', /before the @|after the @/],
    ['a number for a host', 'mara@127.0.0.1', /after the @/],
    ['a host without a dot', 'root@localhost', /after the @/],
    ['320 characters', `${'m'.repeat(64)}@${'example.'.repeat(31)}example`, /longer than the 254 bytes/],
    ['a character that turns the text around', 'mara\u202e@trattoria.example', /before the @/],
    ['a blank of another script', 'ma\u3000ra@trattoria.example', /before the @/],
  ])('%s: sign-up, login and reset name the field and the reason', async (_, email, reason) => {
    const refused = { status: 422, fieldErrors: { email: [expect.stringMatching(reason)] } }
    await expect(auth.signup({ email, password: PASSWORD })).rejects.toMatchObject(refused)
    await expect(auth.login({ email, password: PASSWORD })).rejects.toMatchObject(refused)
    await expect(auth.forgotPassword({ email })).rejects.toMatchObject(refused)
  })

  test('an international domain is one account in both spellings, and gets its mail', async () => {
    const ascii = 'mara@xn--mller-kva.example'
    expect(await auth.signup({ email: 'Mara@MÜLLER.example', password: PASSWORD })).toMatchObject({ email: ascii })
    await auth.signup({ email: ascii, password: PASSWORD })
    expect(await accounts(ascii)).toHaveLength(1)
    await mailTo(app, ascii, 'verification')
    expect((await auth.login({ email: 'mara@müller.example', password: PASSWORD })).user.email).toBe(ascii)
  })

  test('an address in another script is one account in each of its encodings, and gets its mail', async () => {
    const composed = 'crème.брюле@trattoria.example'
    await auth.signup({ email: composed.normalize('NFD'), password: PASSWORD })
    await auth.signup({ email: composed.toUpperCase(), password: PASSWORD })
    expect(await accounts(composed)).toHaveLength(1)
    const { to } = await mailTo(app, composed, 'verification')
    expect(to).toMatchObject([{ address: composed }])
    expect((await auth.login({ email: composed, password: PASSWORD })).user.email).toBe(composed)
  })

  test('an address of more than 320 characters is 422 at the field, before anything looks at it', async () => {
    const email = `${'m'.repeat(64)}@${'example.'.repeat(31)}examples`
    expect(email).toHaveLength(321)
    await expect(auth.signup({ email, password: PASSWORD })).rejects.toMatchObject({
      status: 422,
      fieldErrors: { email: [expect.stringContaining('320')] },
    })
  })

  test('an address with a plus sign is an account of its own', async () => {
    const [one, other] = ['chef+a@trattoria.example', 'chef+b@trattoria.example']
    await newcomer(app, one)
    // Both end in one mailbox, which gets one letter a minute.
    now += 60_000
    await newcomer(app, other)
    expect([await accounts(one), await accounts(other)].map(({ length }) => length)).toEqual([1, 1])
  })

  test('a name with line breaks is refused, and no name appears in a mail', async () => {
    const email = newEmail()
    const wish = { email, password: PASSWORD }
    await expect(auth.signup({ ...wish, name: 'Mara\r\nBcc: everybody@example.com' })).rejects.toMatchObject({
      status: 422,
      fieldErrors: { name: [expect.stringMatching(/line break/)] },
    })
    expect(await accounts(email)).toEqual([])
    await auth.signup({ ...wish, name: 'Win now http://evil.example', business_name: '<b>Evil</b>' })
    const { raw, bcc, to } = await mailTo(app, email, 'verification')
    expect(raw).not.toMatch(/evil/i)
    expect([bcc, to?.length]).toEqual([undefined, 1])
  })

  test.each([
    ['mara@gmial.com', { email: 'mara@gmial.com', valid: true, reason: null, suggestion: 'mara@gmail.com' }],
    ['Mara@Hotmail.con', { valid: true, suggestion: 'mara@hotmail.com' }],
    ['mara+menu@yahooo.com', { valid: true, suggestion: 'mara+menu@yahoo.com' }],
    [' Mara@Bücher.example ', { email: 'mara@xn--bcher-kva.example', valid: true, suggestion: null }],
    ['chef@restaurant.menu', { valid: true, suggestion: null }],
    ['mara@gmail.com', { valid: true, suggestion: null }],
    ['', { valid: false, reason: 'empty', suggestion: null }],
    ['mara', { valid: false, reason: 'no_at_sign' }],
    ['.mara@example.com', { valid: false, reason: 'bad_local_part' }],
    ['ma..ra@example.com', { valid: false, reason: 'bad_local_part' }],
    ['mi\u212Aa@example.com', { valid: false, reason: 'bad_local_part' }],
    ['mara@\u212Aitchen.example', { valid: false, reason: 'bad_domain' }],
    ['mara@-example.com', { valid: false, reason: 'bad_domain' }],
    ['mara@example', { valid: false, reason: 'bad_domain' }],
    [`${'m'.repeat(65)}@example.com`, { valid: false, reason: 'bad_local_part' }],
    [`mara@${'example.'.repeat(35)}com`, { valid: false, reason: 'too_long' }],
  ])('the check of %j', async (email, verdict) => {
    expect(await auth.validateEmail({ email })).toMatchObject(verdict)
  })
})
