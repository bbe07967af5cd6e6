import { Platelight } from '@platelight/sdk'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { dishPhoto } from '../../support/dish-photos.ts'
import { filesIn } from '../../support/files-in.ts'
import { formOf } from '../../support/multipart-forms.ts'
import { startApp, type TestApp } from '../../support/start-app.ts'

let app: TestApp
let photo: Uint8Array<ArrayBuffer>
let key: string
let admin: Platelight

beforeAll(async () => {
  app = await startApp()
  photo = new Uint8Array(await dishPhoto({ width: 160, height: 120 }))
  key = (await app.operator.createAdmin({ email: 'chef@example.com', name: 'administrator' })).key
  admin = new Platelight({ baseUrl: app.url, apiKey: key, maxRetries: 0 })
})
afterAll(() => app.close())

const pdf = new TextEncoder().encode('%PDF-1.7\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n')

test('a picture is stored and served to everybody under its URL, with its real type', async () => {
  const stored = await admin.files.adminUpload({ file: photo, dir: 'site/summer', filename: 'hero.png' })
  expect(stored).toMatchObject({
    dir: 'site/summer',
    filename: 'hero.png.jpg',
    content_type: 'image/jpeg',
    url: expect.stringMatching(new RegExp(`^${app.url}/files/[0-9A-Za-z]{32}\\.jpg$`)),
  })
  const reply = await fetch(stored.url)
  expect([reply.status, reply.headers.get('content-type')]).toEqual([200, 'image/jpeg'])
  expect(reply.headers.get('x-content-type-options')).toBe('nosniff')
  expect((await reply.arrayBuffer()).byteLength).toBe(stored.size)
})

test('a PDF is stored, and gets a folder and a name when none is given', async () => {
  const stored = await admin.files.adminUpload({ file: pdf })
  expect(stored).toMatchObject({ dir: 'admin-uploads', content_type: 'application/pdf', size: pdf.byteLength })
  expect(stored.url.endsWith(stored.filename)).toBe(true)
  expect((await fetch(stored.url)).headers.get('content-type')).toBe('application/pdf')
})

test.each([
  ['svg', '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'],
  ['html', '<!doctype html><script>alert(1)</script>'],
  ['a program', '#!/bin/sh\nrm -rf /\n'],
  ['an archive', 'PK\u0003\u0004 anything'],
  ['a PDF that does not begin as one', ' %PDF-1.7'],
])('%s is refused, whatever its name', async (_, text) => {
  const before = await filesIn(app.dataFolder)
  const file = new File([text], 'hero.jpg', { type: 'image/jpeg' })
  const reply = await fetch(`${app.url}/api/admin/upload`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}` },
    body: formOf({ file, filename: 'hero.jpg' }),
  })
  expect([reply.status, (await reply.json()).error.code]).toEqual([400, 'unsupported_image'])
  const added = async () =>
    (await filesIn(app.dataFolder)).filter((name) => /\.(jpg|pdf)$/.test(name) && !before.includes(name))
  // The file of a request is removed just after its reply.
  await expect.poll(added).toEqual([])
})

test.each(['../../etc', '..', 'site/../../etc', 'site\\..\\..\\etc', '.. /etc', 'a/...'])(
  'the folder %j leads out of the storage and is refused',
  async (dir) => {
    await expect(admin.files.adminUpload({ file: pdf, dir })).rejects.toMatchObject({
      status: 400,
      code: 'bad_request',
    })
  },
)

test.each([
  [{ dir: '/etc' }, { dir: 'etc' }],
  [{ dir: 'C:\\Windows\\' }, { dir: 'C_/Windows' }],
  [{ dir: 'CON/aux' }, { dir: 'CON_/aux_' }],
  [{ dir: './site//./summer/' }, { dir: 'site/summer' }],
  [{ dir: ' . ' }, { dir: 'admin-uploads' }],
  [{ dir: '.ssh' }, { dir: 'ssh' }],
  [{ filename: '../../etc/passwd' }, { filename: 'passwd.pdf' }],
  [{ filename: 'CON' }, { filename: 'CON_.pdf' }],
  [{ filename: 'menu<1>|2?.pdf' }, { filename: 'menu_1_2_.pdf' }],
  [
    { filename: 'a\u0000b.pdf', dir: 'c\u0000d' },
    { filename: 'a_b.pdf', dir: 'c_d' },
  ],
  [{ filename: '..' }, { filename: expect.stringMatching(/^\w{32}\.pdf$/) }],
])('%j becomes %j', async (wish, cleaned) => {
  expect(await admin.files.adminUpload({ file: pdf, ...wish })).toMatchObject(cleaned)
})

test('long names fit into 255 bytes in any script, and longer ones than the document allows are refused', async () => {
  const stored = await admin.files.adminUpload({ file: pdf, dir: '料'.repeat(200), filename: '料'.repeat(200) })
  for (const name of [stored.dir, stored.filename]) expect(Buffer.byteLength(name)).toBeLessThanOrEqual(255)
  expect(stored.filename).toMatch(/\.pdf$/)
  const tooLong = admin.files.adminUpload({ file: pdf, filename: 'a'.repeat(255) })
  await expect(tooLong).rejects.toMatchObject({ status: 422, detail: [{ loc: ['body', 'filename'] }] })
})

test('only an administrator with the scope admin may store files', async () => {
  const { client } = await app.customer()
  await expect(client.files.adminUpload({ file: pdf })).rejects.toMatchObject({ status: 403, code: 'admin_only' })
  const { key: narrow } = await admin.keys.create({ name: 'pictures', scopes: ['read', 'images', 'account'] })
  const narrowed = new Platelight({ baseUrl: app.url, apiKey: narrow, maxRetries: 0 })
  await expect(narrowed.files.adminUpload({ file: pdf })).rejects.toMatchObject({ status: 403, code: 'scope_missing' })
})
