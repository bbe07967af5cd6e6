import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { FROM_ANYWHERE, mails, mailTo, newEmail, visitor } from '../../support/identity/signed-in-client.ts'
import { startApp, type TestApp } from '../../support/start-app.ts'

let app: TestApp
let own: TestApp
let folder: string
let now = Date.parse('2026-11-21T09:00:00Z')
const clock = { now: () => new Date(now) }

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'platelight-handouts-'))
  app = await startApp({ clock, env: FROM_ANYWHERE })
  own = await startApp({ clock, env: { ...FROM_ANYWHERE, PLATELIGHT_RESOURCES: folder } })
})
afterAll(async () => {
  await app.close()
  await own.close()
  await rm(folder, { recursive: true })
})

/** Requests a file. @returns the link of the letter, and its subject */
async function requested(
  server: TestApp,
  resource: string,
  locale?: string,
): Promise<{ link: string; subject: string }> {
  const email = newEmail()
  const reply = await visitor(server).leads.resourceDownload({ email, resource, ...(locale && { locale }) })
  expect(reply).toMatchObject({ status: 'received', download_url: null })
  const { link, subject = '' } = await mailTo(server, email, 'lead-download')
  return { link, subject }
}

test.each([
  ['guide', 'Light at the window'],
  ['phone-shot-list', 'The phone shot list'],
  ['platform-rules', 'Photo rules of the platforms'],
])('the handout %s of the server is a page to print that loads nothing', async (resource, heading) => {
  const { link } = await requested(app, resource)
  const page = await fetch(link)
  const html = await page.text()
  expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
  expect(html).toContain(`<h1>${heading}</h1>`)
  expect(html).not.toMatch(/\s(src|href|style)=|url\(|@import|<script/i)
  expect(html).toContain('@media print')
  expect(page.headers.get('content-security-policy')).toMatch(/default-src 'none'; style-src 'sha256-/)
})

test('the sheet of platform rules has the rules that the server checks', async () => {
  const html = await (await fetch((await requested(app, 'platform-rules')).link)).text()
  const { platforms } = await visitor(app).catalogs.platforms()
  for (const { name, verified } of platforms.filter((platform) => platform.verified))
    expect([name, verified, html.includes(`<strong>${name}</strong>`)]).toEqual([name, true, true])
  expect(html).toContain('at least 1400 × 800 pixels')
})

test('the guide is sent in the language of the form where there is one, and in English otherwise', async () => {
  await writeFile(join(folder, 'guide.de.md'), '# Licht am Fenster\n\nText')
  await writeFile(join(folder, 'guide.en.md'), '# Light & windows\n\nText')
  const subjectFor = async (locale: string) => {
    const email = newEmail()
    await visitor(own).leads.guideDownload({ email, locale })
    const { link, subject } = await mailTo(own, email, 'lead-download')
    return [subject, await (await fetch(link)).text()]
  }
  expect(await subjectFor('de-CH')).toEqual(['Ihr Download: Licht am Fenster', '# Licht am Fenster\n\nText'])
  expect((await subjectFor('pt-BR'))[0]).toBe('O seu download: Light & windows')
})

test('a file of the operator is an attachment, and a new one needs no restart', async () => {
  const wrong = { status: 404, code: 'not_found' }
  await expect(requested(own, 'menu-template')).rejects.toMatchObject(wrong)
  await writeFile(join(folder, 'menu-template.pdf'), '%PDF-1.7 menu')
  const { link, subject } = await requested(own, 'menu-template', 'fr')
  expect(subject).toBe('Votre téléchargement\u202f: Menu template')
  const file = await fetch(link, { headers: { range: 'bytes=0-3' } })
  expect([file.status, await file.text()]).toEqual([206, '%PDF'])
  expect(file.headers.get('content-type')).toBe('application/pdf')
  expect(file.headers.get('content-disposition')).toContain('attachment; filename="menu-template.pdf"')
})

test('no name leads out of the folder, and the refusal names what exists', async () => {
  await symlink('/etc/passwd', join(folder, 'passwd.txt'))
  await symlink('/etc', join(folder, 'etc.md'))
  await symlink(join(folder, 'guide.de.md'), join(folder, 'linked.md'))
  await writeFile(join(folder, 'NOTES.txt'), 'for the staff')
  await writeFile(join(folder, '.secret.txt'), 'for nobody')
  const email = newEmail()
  for (const resource of [
    ...['../../etc/passwd', '..%2f..%2fetc%2fpasswd', '/etc/passwd', 'passwd', 'etc', 'NOTES', '.secret', 'secret'],
    ...['guide.de', 'guide/../guide', 'guide\u0000', 'GUIDE', '.', '..', '__proto__', 'x'.repeat(100)],
  ]) {
    const refused = visitor(own).leads.resourceDownload({ email, resource })
    await expect(refused, resource).rejects.toMatchObject({ status: 404 })
  }
  await expect(visitor(own).leads.resourceDownload({ email, resource: 'nothing' })).rejects.toMatchObject({
    message: expect.stringMatching(/There are: guide, linked(, menu-template)?\.$/),
  })
  expect(await mails(own, email)).toEqual([])
  expect((await fetch((await requested(own, 'linked')).link)).status).toBe(200)
})

test('only the link of a letter opens a file, unchanged and for seven days', async () => {
  const { link } = await requested(app, 'phone-shot-list', 'de')
  const change = (alter: (url: URL) => void): string => {
    const url = new URL(link)
    alter(url)
    return url.href
  }
  const changed = [
    change((url) => url.searchParams.set('exp', '99999999999')),
    change((url) => url.searchParams.set('locale', 'fr')),
    change((url) => url.searchParams.set('sig', '0'.repeat(64))),
    link.replace('phone-shot-list', 'platform-rules'),
    link.replace('phone-shot-list', '..%2F..%2Fetc%2Fpasswd'),
  ]
  for (const url of changed) {
    const refused = await fetch(url)
    expect([url, refused.status]).toEqual([url, 403])
    expect(await refused.json()).toMatchObject({ error: { code: 'link_expired' } })
  }
  expect((await fetch(link.replace('phone-shot-list', '../../etc/passwd'))).status).toBe(404)
  expect((await fetch(link)).status).toBe(200)
  now += 7 * 86_400_000
  expect((await fetch(link)).status).toBe(403)
})

test('a folder that cannot be read prevents the start, and one without a guide is a warning', async () => {
  await expect(startApp({ env: { PLATELIGHT_RESOURCES: join(folder, 'missing') } })).rejects.toThrow(
    /PLATELIGHT_RESOURCES \(.*missing\) is not a folder that can be read/,
  )
  const empty = await mkdtemp(join(tmpdir(), 'platelight-handouts-'))
  const lines: string[] = []
  const bare = await startApp({ env: { PLATELIGHT_RESOURCES: empty }, log: (line) => lines.push(line) })
  expect(lines.join('\n')).toContain('the folder of resources has no guide')
  await expect(visitor(bare).leads.guideDownload({ email: newEmail() })).rejects.toMatchObject({
    status: 404,
    message: expect.stringContaining('This server offers none.'),
  })
  await bare.close()
  await rm(empty, { recursive: true })
})
