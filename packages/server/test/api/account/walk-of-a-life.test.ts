import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { dishPhoto } from '../../support/dish-photos.ts'
import { filesIn } from '../../support/files-in.ts'
import { FROM_ANYWHERE, PASSWORD, tokenIn, visitor } from '../../support/identity/signed-in-client.ts'
import { type ArrivedLetter, type SmtpReceiver, startSmtp } from '../../support/mail/smtp-receiver.ts'
import { startApp, type TestApp } from '../../support/start-app.ts'
import { isOnPostgres } from '../../support/test-database.ts'
import { bytesOfServer, pieceOf, rowsOfAllTables } from './left-traces.ts'
import { exportReady, filesOf, jsonIn } from './read-export.ts'

const EMAIL = 'ginevra.montefiascone@osteria-del-gelso.example'
const NAMES = { name: 'Ginevra Montefiascone', business_name: 'Osteria del Gelso' }
const KEY_NAME = 'Tablet beside the stove'
const CONFIGURED = 'the corner table below the mulberry'
const SIGN_UP_CREDITS = 20

let smtp: SmtpReceiver
let app: TestApp
const log: string[] = []

beforeAll(async () => {
  smtp = await startSmtp()
  app = await startApp({
    log: (line) => log.push(line),
    env: {
      ...FROM_ANYWHERE,
      PLATELIGHT_SIGNUP_CREDITS: String(SIGN_UP_CREDITS),
      PLATELIGHT_SMTP_URL: `smtp://127.0.0.1:${smtp.port}`,
      PLATELIGHT_MAIL_FROM: 'no-reply@kitchen.example',
    },
  })
})
afterAll(async () => {
  await app.close()
  await smtp.close()
})

/** The letter with this number, as soon as it has arrived. */
async function letter(number: number): Promise<ArrivedLetter & { readonly link: string }> {
  await expect.poll(() => smtp.lettersTo(EMAIL).length).toBeGreaterThanOrEqual(number)
  const arrived = smtp.lettersTo(EMAIL)[number - 1]!
  return { ...arrived, link: /https?:\/\/\S+/.exec(arrived.text ?? '')?.[0] ?? '' }
}

/** A dish with a turquoise flag, which no photo of food has by itself. */
async function flaggedDish(seed: number): Promise<Uint8Array<ArrayBuffer>> {
  const flag = await sharp({ create: { width: 120, height: 90, channels: 3, background: '#00d5d0' } })
    .png()
    .toBuffer()
  const dish = sharp(await dishPhoto({ width: 640, height: 480, seed }))
  return new Uint8Array(
    await dish
      .composite([{ input: flag, left: 30, top: 30 }])
      .jpeg({ quality: 90 })
      .toBuffer(),
  )
}

/** Whether a part of a picture is clearly turquoise. */
async function hasFlag(picture: Uint8Array): Promise<boolean> {
  const { data, info } = await sharp(picture).removeAlpha().raw().toBuffer({ resolveWithObject: true })
  let turquoise = 0
  for (let at = 0; at < data.length; at += info.channels) {
    const [r = 0, g = 0, b = 0] = data.subarray(at, at + 3)
    if (g > r + 80 && b > r + 80) turquoise++
  }
  return turquoise > (info.width * info.height) / 100
}

const bytesAt = async (url: string) => new Uint8Array(await (await fetch(url)).arrayBuffer())

test('a life from an anonymous project to deletion leaves nothing but the ledger, which names nobody', async () => {
  // Looking around without an account.
  const passerBy = visitor(app).sessions
  const { session_token: sessionToken } = await passerBy.anonymous()
  const [photo, unclaimedPhoto] = [await flaggedDish(31), await flaggedDish(32)]
  const choices = { preset: 'moody', configuration: JSON.stringify({ table: CONFIGURED }) }
  const { project_id: projectId } = await passerBy.project({ image: photo, ...choices }, { sessionToken })
  const { project_id: unclaimedId } = await passerBy.project({ image: unclaimedPhoto }, { sessionToken })

  // Signing up, with the link of a letter that has crossed the network.
  await visitor(app).auth.signup({ email: EMAIL, password: PASSWORD, ...NAMES })
  const confirm = await letter(1)
  expect(confirm.subject).toBe('Confirm your e-mail address')
  await visitor(app).auth.verifyEmail(tokenIn(confirm.link))
  expect((await letter(2)).subject).toBe('Welcome to Platelight')
  const { access_token: apiKey, user } = await visitor(app).auth.login({ email: EMAIL, password: PASSWORD })
  expect(user).toMatchObject({ email: EMAIL, name: NAMES.name, credits: SIGN_UP_CREDITS })
  const person = visitor(app, { apiKey })

  // Taking one of the two projects along.
  const claimed = await person.sessions.claimProject(projectId, { sessionToken })
  expect(claimed).toMatchObject({ status: 'claimed', project_id: projectId, preset: 'moody' })

  // Working with a key.
  const { key, prefix } = await person.keys.create({ name: KEY_NAME })
  const tablet = visitor(app, { apiKey: key })
  const made = await tablet.photos.enhance({ image: claimed.image_url!, upscale: false })
  const results = await Promise.all(Object.values(made.enhanced).map(bytesAt))
  for (const result of results) expect(await hasFlag(result)).toBe(true)
  const { credits } = await tablet.account.credits()
  expect(credits).toBeLessThan(SIGN_UP_CREDITS)

  // Letters follow the language of the settings.
  await person.me.updateSettings({ locale: 'ar' })
  await visitor(app).auth.forgotPassword({ email: EMAIL })
  const reset = await letter(3)
  expect(reset.subject).toBe('اختر كلمة مرور جديدة')
  expect(reset.html).toMatch(/<html lang="ar" dir="rtl">/)

  // Taking everything along.
  await person.account.startExport()
  const files = await filesOf(await exportReady({ client: person }))
  expect(jsonIn(files['account.json'])).toMatchObject({ email: EMAIL, name: NAMES.name, balance: credits })
  expect(jsonIn(files['settings.json'])).toHaveLength(1)
  expect(jsonIn(files['api-keys.json'])).toMatchObject([{ name: KEY_NAME }])
  expect(jsonIn(files['letters.json']).length).toBe(3)
  expect(jsonIn(files['projects.json'])).toMatchObject([{ id: projectId, preset: 'moody' }])
  expect(Buffer.from(files[`pictures/${made.id}/original-0.jpg`]!).equals(photo)).toBe(true)
  const exported = Object.entries(files).filter(([name]) => name.startsWith(`pictures/${made.id}/output-`))
  expect(exported.map(([, file]) => Buffer.from(file).toString('base64')).sort()).toEqual(
    results.map((result) => Buffer.from(result).toString('base64')).sort(),
  )

  // What has to disappear is there before.
  const { db } = app.core.database
  const visits = await db.selectFrom('anonymous_sessions').select('id').execute()
  expect(visits).toHaveLength(1)
  const projects = [projectId, unclaimedId, CONFIGURED, ...visits.map(({ id }) => id)]
  const words = [EMAIL, 'Montefiascone', 'Gelso', KEY_NAME, prefix, user.id, ...projects]
  const pictures = [photo, unclaimedPhoto, ...results]
  const bytesBefore = await bytesOfServer(app.dataFolder)
  for (const picture of pictures) expect(bytesBefore.includes(pieceOf(picture))).toBe(true)
  const tablesBefore = await rowsOfAllTables(db)
  for (const word of words) expect([word, tablesBefore.includes(word)]).toEqual([word, true])
  const books = await db.selectFrom('credit_entries').selectAll().where('account_id', '=', user.id).execute()

  // Leaving.
  expect(await person.account.delete()).toMatchObject({
    status: 'deleted',
    erased: { photos: 1, projects: 1, keys: 1 },
  })
  expect((await letter(4)).subject).toBe('تم حذف حسابك')
  const letterRows = () => db.selectFrom('letters').select('id').execute()
  await expect.poll(letterRows).toEqual([])
  const account = () => db.selectFrom('accounts').select('id').where('id', '=', user.id).execute()
  await expect.poll(account).toEqual([])

  // Nothing is left: not in tables, not in any byte of any file, also of pages that the database does not use.
  const traces = async (): Promise<string[]> => {
    const [tables, bytes] = [await rowsOfAllTables(db), await bytesOfServer(app.dataFolder)]
    const left = words.filter((word) => tables.includes(word) || (!isOnPostgres && bytes.includes(word)))
    const pieces = pictures.flatMap((picture) => [0.2, 0.4, 0.6, 0.8].map((at) => pieceOf(picture, at)))
    return [...left, ...pieces.filter((piece) => bytes.includes(piece)).map(() => 'a piece of a picture')]
  }
  await expect.poll(traces, { interval: 500 }).toEqual([])
  // Whoever asks for a new password of the address later brings no row back.
  await visitor(app).auth.forgotPassword({ email: EMAIL })
  await expect.poll(letterRows).toEqual([])
  expect(await rowsOfAllTables(db)).not.toContain(EMAIL)
  expect((await filesIn(app.dataFolder)).filter((name) => /\.(eml|zip|jpe?g|png|webp|tmp)$/.test(name))).toEqual([])
  for (const url of [...Object.values(made.enhanced), claimed.image_url!]) expect((await fetch(url)).status).toBe(404)
  await expect(passerBy.getProject(unclaimedId, { sessionToken })).rejects.toMatchObject({ status: 404 })
  await expect(tablet.account.credits()).rejects.toMatchObject({ status: 401 })
  expect(smtp.lettersTo(EMAIL)).toHaveLength(4)
  for (const word of [EMAIL, 'Montefiascone', 'Gelso', KEY_NAME, key, PASSWORD]) {
    expect([word, log.some((line) => line.includes(word))]).toEqual([word, false])
  }

  // The ledger is as long as it was, and belongs to nobody.
  const kept = await db.selectFrom('credit_entries').selectAll().orderBy('id').execute()
  expect(kept.map(({ id, kind, amount }) => ({ id, kind, amount }))).toEqual(
    books.map(({ id, kind, amount }) => ({ id, kind, amount })),
  )
  expect(kept.map(({ note }) => note).filter((note) => note !== null)).toEqual([])
  const [owner, ...others] = await db.selectFrom('accounts').selectAll().execute()
  expect(others).toEqual([])
  expect(owner).toMatchObject({
    id: kept[0]?.account_id,
    email: `${owner?.id}@deleted.invalid`,
    balance: credits,
    name: null,
    business_name: null,
    password_hash: null,
    email_verified_at: null,
  })
})
