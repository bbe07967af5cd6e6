import { afterEach, beforeEach, expect, test } from 'vitest'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../src/base/durations.ts'
import { inTransaction } from '../../src/database/in-transaction.ts'
import { LEASE_MS, letterRepository } from '../../src/mail/store/letter-repository.ts'
import { FROM, letterFixture, localMail } from '../support/mail/letter-fixture.ts'
import { type SmtpReceiver, startSmtp } from '../support/mail/smtp-receiver.ts'

let fixture: Awaited<ReturnType<typeof letterFixture>>
let smtp: SmtpReceiver
beforeEach(async () => {
  fixture = await letterFixture()
  smtp = await startSmtp()
})
afterEach(async () => {
  await fixture.close()
  await smtp.close()
})

const TO = 'mara@trattoria.example'
const LINK = 'https://kitchen.example/auth/verify?token=secret-token'
const verification = { kind: 'verification', values: { link: LINK, newsletter: false } } as const
const messages = () => fixture.log.map(({ msg }) => msg)

test('a letter arrives once, and what it said is removed from its row', async () => {
  await fixture.write(TO, verification)
  expect((await fixture.row(TO))?.contents).not.toContain('secret-token')
  const sender = fixture.sender(localMail(smtp.port))
  await sender.poll()
  await sender.poll()
  expect(smtp.arrived).toHaveLength(1)
  const [letter] = smtp.arrived
  expect(letter).toMatchObject({ envelope: { from: FROM.address, to: [TO] }, from: FROM, to: [{ address: TO }] })
  expect(letter?.text).toContain(LINK)
  expect(letter?.messageId).toBe(`<${(await fixture.row(TO))?.id}@kitchen.example>`)
  expect(new Date(letter?.date ?? '').getTime()).toBe(fixture.clock.now().getTime())
  expect(await fixture.row(TO)).toMatchObject({ state: 'sent', attempts: 1, contents: null, next_attempt_at: null })
})

test('a requested letter that is removed while it is prepared is not sent, and does not count', async () => {
  const content = {
    kind: 'password-reset',
    values: { token: 'secret-token', page: 'https://kitchen.example/' },
  } as const
  const removed = fixture.sender(localMail(smtp.port), {
    prepare: async (tx) => {
      await tx.deleteFrom('letters').execute()
      return { accountId: null, locale: 'en', content }
    },
  })
  const request = () => inTransaction(fixture.db, (tx) => fixture.letters.request(tx, { to: TO }, 'password-reset'))
  await request()
  await removed.poll()
  expect(smtp.arrived).toEqual([])
  expect(await fixture.row(TO)).toBeUndefined()
  // The last one of the kind would be too recent, had it been counted.
  await request()
  await fixture
    .sender(localMail(smtp.port), { prepare: async () => ({ accountId: null, locale: 'en', content }) })
    .poll()
  expect(smtp.arrived).toHaveLength(1)
})

test('a claimed letter is not claimed by a process whose clock is a moment behind', async () => {
  await fixture.write(TO)
  const claim = async (owner: string, aheadMs: number) => {
    const now = new Date(fixture.clock.now().getTime() + aheadMs)
    return (await letterRepository(fixture.db).claim(owner, { now, limit: 10, except: [] })).length
  }
  expect(await claim('ahead', 5)).toBe(1)
  expect(await claim('behind', 0)).toBe(0)
})

test('a server that is down for three days delays letters and loses none', async () => {
  const recipients = Array.from({ length: 20 }, (_, index) => `guest-${index}@trattoria.example`)
  for (const to of recipients) await fixture.write(to)
  await smtp.close()
  const sender = fixture.sender(localMail(smtp.port))
  for (let hour = 0; hour < 72; hour += 1) {
    fixture.goTo(hour * HOUR_MS)
    await sender.poll()
  }
  expect(new Set(messages())).toEqual(new Set(['a letter was not sent yet']))
  smtp = await startSmtp({ port: smtp.port })
  fixture.goTo(4 * DAY_MS)
  while ((await fixture.db.selectFrom('letters').select('id').where('state', '=', 'waiting').execute()).length > 0)
    await sender.poll()
  expect(smtp.arrived.map(({ envelope }) => envelope.to[0]).sort()).toEqual([...recipients].sort())
})

test('after more than four days without success a letter is given up, and the log says so', async () => {
  await fixture.write(TO)
  smtp.behave((step) => (step === 'rcpt' ? '451 4.3.0 Try again later' : undefined))
  const sender = fixture.sender(localMail(smtp.port))
  let gaveUpAfter = 0
  for (let hour = 0; hour < 24 * 10 && gaveUpAfter === 0; hour += 1) {
    fixture.goTo(hour * HOUR_MS)
    await sender.poll()
    if ((await fixture.row(TO))?.state === 'given_up') gaveUpAfter = hour * HOUR_MS
  }
  expect(gaveUpAfter / DAY_MS).toBeGreaterThan(4)
  expect(gaveUpAfter / DAY_MS).toBeLessThan(6)
  expect(fixture.log.at(-1)).toMatchObject({
    level: 50,
    msg: 'a letter was given up',
    reason: '451 4.3.0 Try again later',
  })
  expect(await fixture.row(TO)).toMatchObject({ contents: null, last_error: '451 4.3.0 Try again later' })
})

test('greylisting delays a letter by a few minutes', async () => {
  await fixture.write(TO)
  let tries = 0
  smtp.behave((step) => (step === 'rcpt' && ++tries < 3 ? '451 4.7.1 Greylisted' : undefined))
  const sender = fixture.sender(localMail(smtp.port))
  await sender.poll()
  fixture.goTo(MINUTE_MS - 1)
  await sender.poll()
  expect(tries).toBe(1)
  fixture.goTo(MINUTE_MS)
  await sender.poll()
  expect(smtp.arrived).toHaveLength(0)
  fixture.goTo(6 * MINUTE_MS)
  await sender.poll()
  expect(smtp.arrived).toHaveLength(1)
})

test('an address that its server refuses is not tried again, and after three letters gets none for a week', async () => {
  smtp.behave((step) => (step === 'rcpt' ? `550 5.1.1 <${TO}>: no such user` : undefined))
  const sender = fixture.sender(localMail(smtp.port))
  for (let letter = 1; letter <= 4; letter += 1) {
    fixture.goTo(letter * HOUR_MS)
    await fixture.write(TO)
    await sender.poll()
    expect(await fixture.row(TO)).toMatchObject({ state: 'given_up', attempts: 1 })
  }
  expect(smtp.steps.filter((step) => step === 'rcpt')).toHaveLength(3)
  expect((await fixture.row(TO))?.last_error).toBe('the address refused the letters before it')
  expect(JSON.stringify(fixture.log)).not.toContain(TO)

  smtp.behave(() => undefined)
  fixture.goTo(8 * DAY_MS)
  await fixture.write(TO)
  await sender.poll()
  expect(smtp.arrived).toHaveLength(1)
  // The mailbox works again, so the count starts anew.
  expect(await fixture.db.selectFrom('mail_addresses').select('refusals').execute()).toEqual([{ refusals: 0 }])
})

test('a message that is refused is given up, and does not count against its address', async () => {
  smtp.behave((step) => (step === 'text' ? '554 5.6.0 Looks like spam' : undefined))
  await fixture.write(TO)
  await fixture.sender(localMail(smtp.port)).poll()
  expect(await fixture.row(TO)).toMatchObject({ state: 'given_up', last_error: '554 5.6.0 Looks like spam' })
  expect(await fixture.db.selectFrom('mail_addresses').selectAll().execute()).toEqual([])
})

test.each([
  ['connect', '554 5.7.1 No service for you'],
  ['mail', '550 5.1.8 Sender refused'],
  ['rcpt', '554 5.7.1 Relay access denied'],
] as const)('a refusal that is due to our settings (at %s) loses no letter', async (step, reply) => {
  await fixture.write(TO)
  smtp.behave((now) => (now === step ? reply : undefined))
  const sender = fixture.sender(localMail(smtp.port))
  await sender.poll()
  expect(await fixture.row(TO)).toMatchObject({ state: 'waiting', attempts: 1 })
  smtp.behave(() => undefined)
  fixture.goTo(HOUR_MS)
  await sender.poll()
  expect(smtp.arrived).toHaveLength(1)
})

test.each(['connect', 'mail', 'rcpt', 'data', 'text'] as const)(
  'a server that hangs or cuts the connection at %s gets the letter later',
  async (step) => {
    for (const how of ['hang', 'cut'] as const) {
      const to = `${how}@trattoria.example`
      fixture.goTo(0)
      await fixture.write(to)
      smtp.behave((now) => (now === step ? how : undefined))
      await fixture.sender(localMail(smtp.port, { timeoutMs: 1_500 }), { owner: 'impatient' }).poll()
      expect(await fixture.row(to)).toMatchObject({ state: 'waiting', attempts: 1 })
      smtp.behave(() => undefined)
      fixture.goTo(HOUR_MS)
      await fixture.sender(localMail(smtp.port)).poll()
      expect((await fixture.row(to))?.state).toBe('sent')
      const letters = smtp.lettersTo(to)
      // Only when the reply to the text was lost may it arrive twice, and then its Message-ID shows that it is the same.
      expect(letters).toHaveLength(step === 'text' ? 2 : 1)
      expect(new Set(letters.map(({ messageId }) => messageId)).size).toBe(1)
    }
  },
)

test('several senders share the letters, and each letter goes to one of them', async () => {
  const recipients = Array.from({ length: 60 }, (_, index) => `guest-${index}@trattoria.example`)
  for (const to of recipients) await fixture.write(to)
  const senders = ['one', 'two', 'three'].map((owner) => fixture.sender(localMail(smtp.port), { owner }))
  for (let round = 0; round < 10; round += 1) await Promise.all(senders.map((sender) => sender.poll()))
  expect(fixture.log).toEqual([])
  expect(smtp.arrived.map(({ envelope }) => envelope.to[0]).sort()).toEqual([...recipients].sort())
})

test('a letter of a sender that died is sent by another one when the lease has lapsed, and not before', async () => {
  await fixture.write(TO)
  smtp.behave((step) => (step === 'rcpt' ? 'hang' : undefined))
  const died = fixture.sender(localMail(smtp.port, { timeoutMs: 60_000 }), { owner: 'died' })
  void died.poll()
  await expect.poll(() => smtp.steps).toContain('rcpt')
  smtp.behave(() => undefined)
  const other = fixture.sender(localMail(smtp.port), { owner: 'other' })
  fixture.goTo(LEASE_MS)
  await other.poll()
  expect(smtp.arrived).toHaveLength(0)
  fixture.goTo(LEASE_MS + 1)
  await other.poll()
  expect(smtp.arrived).toHaveLength(1)
})

test('a clock that is set back by years does not hold up letters', async () => {
  fixture.goTo(900 * DAY_MS)
  await fixture.write(TO)
  fixture.goTo(0)
  await fixture.sender(localMail(smtp.port)).poll()
  expect(smtp.arrived).toHaveLength(1)
})

test('a letter whose link has expired is not sent', async () => {
  await fixture.write(TO, verification)
  fixture.goTo(DAY_MS)
  await fixture.sender(localMail(smtp.port)).poll()
  expect(smtp.arrived).toHaveLength(0)
  expect(await fixture.row(TO)).toMatchObject({ state: 'given_up', last_error: 'its link has expired' })
})

test('a letter that ended is forgotten after thirty days', async () => {
  await fixture.write(TO)
  const sender = fixture.sender(localMail(smtp.port))
  await sender.poll()
  fixture.goTo(30 * DAY_MS)
  await sender.expire()
  expect(await fixture.row(TO)).toBeDefined()
  fixture.goTo(30 * DAY_MS + 1)
  await sender.expire()
  expect(await fixture.row(TO)).toBeUndefined()
})

test('a letter to a person who has left leaves no row, whether it arrives or is given up', async () => {
  const sender = fixture.sender(localMail(smtp.port))
  await fixture.write(TO, { kind: 'account-deleted', values: {} })
  await sender.poll()
  expect(smtp.arrived).toHaveLength(1)
  expect(await fixture.row(TO)).toBeUndefined()
  smtp.behave((step) => (step === 'rcpt' ? '550 5.1.1 Gone' : undefined))
  await fixture.write(TO, { kind: 'account-deleted', values: {} })
  await sender.poll()
  expect(await fixture.row(TO)).toBeUndefined()
})
