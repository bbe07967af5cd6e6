import { connect } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { storedBlobs } from '../../support/blobs/stored-blobs.ts'
import { dishPhoto } from '../../support/dish-photos.ts'
import { FROM_ANYWHERE, newAddress, visitor } from '../../support/identity/signed-in-client.ts'
import { formOf } from '../../support/multipart-forms.ts'
import { startApp, type TestApp } from '../../support/start-app.ts'
import { asVisitor, saveProject } from '../../support/visitors/visitor-fixture.ts'

const HOUR_MS = 3_600_000

let app: TestApp
let photo: Uint8Array<ArrayBuffer>
let now = Date.parse('2026-11-21T10:00:00Z')
beforeAll(async () => {
  app = await startApp({ env: FROM_ANYWHERE, clock: { now: () => new Date(now) } })
  photo = new Uint8Array(await dishPhoto({ width: 320, height: 240, seed: 3 }))
})
afterAll(() => app.close())

const session = async () => (await visitor(app).sessions.anonymous()).session_token
const projects = () => app.core.database.db.selectFrom('anonymous_projects').selectAll().execute()
const bytesAt = async (url: string) => new Uint8Array(await (await fetch(url)).arrayBuffer())

test('a photo is saved with what was chosen for it, and only its session reads it', async () => {
  const sessionToken = await session()
  const client = visitor(app)
  const configuration = '{"caption":"Pasta","steps":[1,2]}'
  const wish = { preset: 'dark_moody', goal: 'delivery', format: 'square', locale: 'pt-BR', configuration }
  const saved = await client.sessions.project({ image: photo, ...wish }, { sessionToken })
  expect(saved).toMatchObject({
    preset: 'dark_moody',
    goal: 'delivery',
    format: 'square',
    locale: 'pt-BR',
    configuration: { caption: 'Pasta', steps: [1, 2] },
    expires_at: new Date(now + 24 * HOUR_MS).toISOString(),
  })
  expect(await client.sessions.getProject(saved.project_id, { sessionToken })).toEqual(saved)
  expect(await bytesAt(saved.image_url)).toEqual(photo)

  const path = `/api/mobile/anonymous-project/${saved.project_id}`
  expect(await asVisitor(app, 'GET', path, { headers: { cookie: `pl_anon=${sessionToken}` } })).toMatchObject({
    status: 200,
    body: { project_id: saved.project_id },
  })
  expect(await asVisitor(app, 'GET', path)).toMatchObject({ status: 401 })
  for (const other of [await session(), 'anon_unknown']) {
    const refused = { status: 404, code: 'not_found' }
    await expect(client.sessions.getProject(saved.project_id, { sessionToken: other })).rejects.toMatchObject(refused)
  }
})

test('defaults and the cookie of a browser are enough', async () => {
  const { status, body } = await saveProject(app, photo, { cookie: `a=b; pl_anon=${await session()}` })
  expect({ status, body }).toMatchObject({
    status: 200,
    body: { preset: 'natural_light', goal: 'menu', format: 'landscape', locale: 'en', configuration: {} },
  })
})

test('with an unknown session in the header nothing of a photo is received: the reply comes before the body', async () => {
  const { port } = new URL(app.url)
  const head = (more: string) =>
    `POST /api/mobile/anonymous-project HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: ${newAddress()}\r\n${more}` +
    'Content-Type: multipart/form-data; boundary=x\r\nContent-Length: 25000000\r\n\r\n'
  const answer = await new Promise<string>((done, failed) => {
    const socket = connect(Number(port), '127.0.0.1', () => socket.write(head('X-Anonymous-Session: anon_unknown\r\n')))
    socket.once('data', (chunk) => {
      done(String(chunk))
      socket.destroy()
    })
    socket.once('error', failed)
  })
  expect(answer).toMatch(/^HTTP\/1.1 401 /)
})

test('the token may stand in the form: before or after the photo, and before that of a cookie', async () => {
  const token = await session()
  expect((await saveProject(app, photo, {}, { session_token: token })).status).toBe(200)
  expect((await saveProject(app, photo, { cookie: 'pl_anon=anon_old' }, { session_token: token })).status).toBe(200)
  const form = formOf({ session_token: token, image: photo })
  expect(await asVisitor(app, 'POST', '/api/mobile/anonymous-project', { form })).toMatchObject({ status: 200 })
})

test('without a session, or with an unknown one, a photo is refused and nothing is kept', async () => {
  const before = await projects()
  const refused = { status: 401, body: { error: { code: 'unauthorized' } } }
  expect(await saveProject(app, photo, {})).toMatchObject(refused)
  expect(await saveProject(app, photo, {}, { session_token: 'anon_unknown' })).toMatchObject(refused)
  expect(await saveProject(app, photo, { cookie: 'pl_anon=anon_unknown' })).toMatchObject(refused)
  // The header is the first that counts.
  const beside = { session_token: await session() }
  expect(await saveProject(app, photo, { session: 'anon_unknown' }, beside)).toMatchObject(refused)
  expect(await projects()).toEqual(before)
})

test('a session holds 20 projects, also when they are saved at the same time', async () => {
  const token = await session()
  for (let saved = 0; saved < 16; saved += 4)
    await Promise.all(Array.from({ length: 4 }, () => saveProject(app, photo, { session: token })))
  const last = await Promise.all(Array.from({ length: 8 }, () => saveProject(app, photo, { session: token })))
  expect(last.map(({ status }) => status).sort()).toEqual([200, 200, 200, 200, 409, 409, 409, 409])
  expect(last.find(({ status }) => status === 409)?.body).toMatchObject({ error: { code: 'limit_reached', limit: 20 } })
  expect((await saveProject(app, photo, { session: await session() })).status).toBe(200)
})

test('photos that cannot be used are refused and leave nothing', async () => {
  const token = await session()
  const before = await projects()
  const files: [Uint8Array<ArrayBuffer>, number, string][] = [
    [new TextEncoder().encode('<svg xmlns="http://www.w3.org/2000/svg"/>'), 400, 'unsupported_image'],
    [new TextEncoder().encode('%PDF-1.7'), 400, 'unsupported_image'],
    [photo.slice(0, 40), 400, 'image_unreadable'],
  ]
  for (const [file, status, code] of files)
    expect(await saveProject(app, file, { session: token })).toMatchObject({ status, body: { error: { code } } })
  const values: Record<string, string>[] = [{ configuration: '{' }, { configuration: '[]' }]
  for (const wrong of values)
    expect(await saveProject(app, photo, { session: token }, wrong)).toMatchObject({ status: 422 })
  const headers = { 'x-anonymous-session': token }
  const noFile = { headers, form: formOf({ preset: 'natural' }) }
  expect(await asVisitor(app, 'POST', '/api/mobile/anonymous-project', noFile)).toMatchObject({ status: 422 })
  expect(await projects()).toEqual(before)
})

test('bytes after the end of a photo are not stored', async () => {
  const hidden = new Uint8Array([...photo, ...new TextEncoder().encode('a hidden archive')])
  const { body } = await saveProject(app, hidden, { session: await session() })
  expect(await bytesAt(body.image_url)).toEqual(photo)
})

test('one address saves five projects a minute', async () => {
  const from = newAddress()
  const token = await session()
  const save = () => saveProject(app, photo, { session: token, 'x-forwarded-for': from })
  for (let saved = 0; saved < 5; saved += 1) expect((await save()).status).toBe(200)
  expect(await save()).toMatchObject({ status: 429, body: { error: { code: 'rate_limited' } } })
})

test('after 24 hours projects are gone with their files, and others stay', async () => {
  const sessionToken = await session()
  const client = visitor(app)
  const old = await client.sessions.project({ image: photo }, { sessionToken })
  const [row] = (await projects()).filter(({ id }) => id === old.project_id)
  expect((await storedBlobs(app.dataFolder)).map(({ key }) => key)).toContain(row!.blob)
  now += 12 * HOUR_MS
  const later = await session()
  const kept = await client.sessions.project({ image: photo }, { sessionToken: later })
  now += 12 * HOUR_MS
  await expect(client.sessions.getProject(old.project_id, { sessionToken })).rejects.toMatchObject({ status: 404 })
  expect(await saveProject(app, photo, { session: sessionToken })).toMatchObject({ status: 401 })

  await app.app.expireVisitors()
  await app.app.dispatcher.sweep()
  expect((await projects()).map(({ id }) => id)).toEqual([kept.project_id])
  expect((await fetch(old.image_url)).ok).toBe(false)
  await expect.poll(async () => (await storedBlobs(app.dataFolder)).map(({ key }) => key)).not.toContain(row!.blob)
  expect(await bytesAt(kept.image_url)).toEqual(photo)
})
