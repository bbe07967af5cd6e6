import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  FROM_ANYWHERE,
  mails,
  mailTo,
  newEmail,
  PASSWORD,
  tokenIn,
  visitor,
} from '../../support/identity/signed-in-client.ts'
import { type Customer, startApp, type TestApp } from '../../support/start-app.ts'
import { exportReady, filesOf, jsonIn } from '../account/read-export.ts'

const OPERATOR = 'hello@kitchen.example'
let app: TestApp
beforeAll(async () => {
  app = await startApp({ env: { ...FROM_ANYWHERE, PLATELIGHT_CONTACT_ADDRESS: OPERATOR } })
})
afterAll(() => app.close())

const ALL = { kind: undefined, subscribed: false, limit: 1_000 }

/** Sends forms with an address, and confirms the newsletter. Resolves when their letters are in the outbox. */
async function sendForms(email: string): Promise<void> {
  await visitor(app).leads.newsletter({ email, source: 'footer' })
  await visitor(app).leads.confirm({ token: tokenIn((await mailTo(app, email, 'lead-confirmation')).link) })
  await visitor(app).leads.guideDownload({ email, name: 'Mara Rossi' })
  await visitor(app).leads.contact({ email, name: 'Mara Rossi', message: `Write to ${email}` })
  await mailTo(app, email, 'lead-download')
  await expect.poll(() => toOperator(email)).toHaveLength(1)
}

const toOperator = async (email: string) => (await mails(app, OPERATOR)).filter(({ text }) => text?.includes(email))

/** Every row in which an address occurs. */
async function rowsWith(email: string): Promise<string[]> {
  const { db } = app.core.database
  const [leads, subscribers, letters] = await Promise.all([
    db.selectFrom('leads').selectAll().execute(),
    db.selectFrom('subscribers').selectAll().execute(),
    db.selectFrom('letters').selectAll().execute(),
  ])
  return [...leads, ...subscribers, ...letters].map((row) => JSON.stringify(row)).filter((row) => row.includes(email))
}

const gone = ({ accountId }: Pick<Customer, 'accountId'>) =>
  expect
    .poll(() => app.core.database.db.selectFrom('accounts').select('id').where('id', '=', accountId).execute())
    .toEqual([])

test('an export has the forms with the address of the account', async () => {
  const customer = await app.customer()
  await sendForms(customer.email)
  await customer.client.account.startExport()
  const { forms, subscription } = jsonIn((await filesOf(await exportReady(customer)))['forms.json'])
  expect(forms.map(({ kind }: { kind: string }) => kind)).toEqual(['newsletter', 'guide-download', 'contact'])
  expect(forms[2]).toMatchObject({ message: `Write to ${customer.email}`, name: 'Mara Rossi' })
  expect(subscription).toMatchObject({ newsletter: true, offers: false })
  expect(JSON.stringify(forms)).not.toContain('token_hash')
})

test('a deleted account takes the forms of its address with it, and the letters that they caused', async () => {
  const customer = await app.customer()
  const staying = newEmail()
  await Promise.all([sendForms(customer.email), sendForms(staying)])
  await customer.client.account.delete()
  await gone(customer)
  // The letter that tells of the deletion is the last one.
  await expect.poll(() => rowsWith(customer.email)).toEqual([])
  expect(await toOperator(customer.email)).toEqual([])
  expect((await mails(app, customer.email)).map(({ kind }) => kind)).toEqual(['account-deleted'])
  expect(await toOperator(staying)).toHaveLength(1)
  expect(await rowsWith(staying)).not.toEqual([])
})

test('an account whose address was never verified does not take the forms of its reader', async () => {
  const email = newEmail()
  await sendForms(email)
  await visitor(app).auth.signup({ email, password: PASSWORD })
  const { access_token: apiKey, user } = await visitor(app).auth.login({ email, password: PASSWORD })
  const client = visitor(app, { apiKey })
  await client.account.delete()
  await gone({ accountId: user.id })
  expect(await app.operator.listLeads(ALL)).toEqual(
    expect.arrayContaining([expect.objectContaining({ email, kind: 'newsletter', newsletter: true })]),
  )
})

test('an operator erases one form, or everything about an address', async () => {
  const email = newEmail()
  await sendForms(email)
  const mine = async () => (await app.operator.listLeads(ALL)).filter((lead) => lead.email === email)
  const [contact] = await mine()
  expect(contact).toMatchObject({ kind: 'contact', newsletter: true, confirmed_at: expect.any(String) })
  expect(await app.operator.eraseLeads({ id: contact!.id })).toEqual({ erased: [contact!.id], letters: 1 })
  expect([await toOperator(email), (await mine()).length]).toEqual([[], 2])

  const { erased, letters } = await app.operator.eraseLeads({ email: email.toUpperCase() })
  expect([erased.length, letters]).toEqual([2, 2])
  expect([await rowsWith(email), await mails(app, email)]).toEqual([[], []])
  const nothing = { code: 'not_found', message: expect.stringContaining(email) }
  await expect(app.operator.eraseLeads({ email })).rejects.toMatchObject(nothing)
})
