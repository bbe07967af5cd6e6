import { mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { needs, runProgram } from '../../../imaging/test/support/machine/outside-programs.ts'
import { folderWith } from '../../test/support/folder-with.ts'
import type { FileEvent } from '../reporting/run-events.ts'
import { htmlSheet } from './html-sheet.ts'
import { jpegSheet } from './jpeg-sheet.ts'
import type { SheetEntry } from './sheet-entry.ts'
import { sheetEntries } from './sheet-entry.ts'
import { thumbnailOf } from './thumbnail.ts'
import { checkSheets, writeSheets } from './write-sheets.ts'

// Sheets draw their text as SVG. Another test file of this process may have loaded the server, which refuses to read SVG.
const readsSvg = { operation: ['VipsForeignLoadSvg'] }
beforeAll(() => sharp.unblock(readsSvg))
afterAll(() => sharp.block(readsSvg))

const INFO = { title: 'menu-enhanced', facts: '1 photo' }

async function plain(path: string, background: string, width = 300, height = 200): Promise<string> {
  mkdirSync(dirname(path), { recursive: true })
  const picture = sharp({ create: { width, height, channels: 3, background } }).jpeg()
  writeFileSync(path, await picture.toBuffer())
  return path
}

/** A red photo and its green result, named as given. */
async function pair(cwd: string, name = 'ramen', more: Partial<FileEvent> = {}): Promise<SheetEntry[]> {
  await plain(join(cwd, `menu/${name}.jpg`), '#ff0000')
  const path = await plain(join(cwd, `menu-enhanced/${name}-landscape.jpg`), '#00ff00')
  const event: FileEvent = {
    schemaVersion: 2,
    type: 'file',
    file: `menu/${name}.jpg`,
    status: 'done',
    credits: 1,
    outputs: [{ format: 'landscape', path }],
    ...more,
  }
  return sheetEntries([event], [], cwd, true)
}

const hrefs = (html: string) => [...html.matchAll(/href="([^"]*)"/g)].map(([, href]) => unescaped(href!))
const unescaped = (text: string) => text.replace(/&#(\d+);/g, (_, code) => String.fromCodePoint(Number(code)))

test('the page shows before and after with name, verdict, price and links, and contains no scripts', async () => {
  const cwd = folderWith()
  const html = await htmlSheet(await pair(cwd), join(cwd, 'sheet.html'), INFO)
  expect(html.match(/<img [^>]*src="data:image\/jpeg;base64,/g)).toHaveLength(2)
  expect(html).toContain('alt="menu/ramen.jpg, before"')
  expect(html).toContain('alt="menu/ramen.jpg, after"')
  expect(html).toMatch(/<b>menu\/ramen.jpg<\/b>.*enhanced.* · 1 credit · .*photo.* · .*landscape/)
  expect(new Set(hrefs(html))).toEqual(new Set(['menu/ramen.jpg', 'menu-enhanced/ramen-landscape.jpg']))
  expect(html).not.toMatch(/<script|<link|src="(?!data:)|url\(/)
  expect(html).toContain("default-src 'none'")
})

test('the links work from any folder, also after page and photos were moved together', async () => {
  const cwd = folderWith()
  const path = join(cwd, 'all/sheets/today/sheet.html')
  const html = await htmlSheet(await pair(join(cwd, 'all')), path, INFO)
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, html)
  renameSync(join(cwd, 'all'), join(cwd, 'elsewhere'))
  const page = new URL(`file://${cwd}/elsewhere/sheets/today/sheet.html`)
  for (const href of hrefs(html)) expect(readFileSync(new URL(href, page)).byteLength).toBeGreaterThan(100)
})

test.each([
  ['<img src=x onerror=alert(1)>'],
  ['"quoted" & \'single\''],
  ['soup\nof the day'],
  ['100% #1? really'],
  ['🍜 Phở — ラーメン'],
])('a name is escaped in text and links: %j', async (name) => {
  const cwd = folderWith()
  // None of the names has a slash, which would be a folder.
  const html = await htmlSheet(await pair(cwd, name), join(cwd, 'sheet.html'), INFO)
  expect(html).not.toContain('<img src=x')
  expect(html.match(/<img /g)).toHaveLength(2)
  for (const href of hrefs(html)) {
    expect(readFileSync(new URL(href, `file://${cwd}/`)).byteLength).toBeGreaterThan(100)
  }
})

test('a failed photo is shown with its reason, a photo from the web with its URL', async () => {
  const cwd = folderWith()
  const error = { code: 'image_unreadable', message: 'It is <damaged>.' }
  const entries = [
    ...(await pair(cwd, 'broken', { status: 'failed', outputs: [], error })),
    ...(await pair(cwd, 'web', { file: 'https://example.com/a.jpg?x=1&y=2' })),
  ]
  const html = await htmlSheet(entries, join(cwd, 'sheet.html'), INFO)
  expect(unescaped(html)).toContain('<span class="failed">It is <damaged>. (image_unreadable)</span>')
  expect(html).not.toContain('<damaged>')
  expect(html).toContain('not enhanced')
  expect(hrefs(html)).toContain('https://example.com/a.jpg?x=1&y=2')
})

const colourAt = async (page: Buffer, x: number, y: number) => {
  const { data, info } = await sharp(page).raw().toBuffer({ resolveWithObject: true })
  const at = (Math.round(y) * info.width + Math.round(x * info.width)) * info.channels
  return data[at]! > 200 && data[at + 1]! < 60 ? 'red' : data[at + 1]! > 200 && data[at]! < 60 ? 'green' : 'other'
}

test('the JPEG sheet has before on the left and after on the right', async () => {
  const { pages } = await jpegSheet(await pair(folderWith()), INFO)
  expect(pages).toHaveLength(1)
  const y = 500
  expect([await colourAt(pages[0]!, 0.25, y), await colourAt(pages[0]!, 0.75, y)]).toEqual(['red', 'green'])
})

test('many photos are split into printable pages of equal width', async () => {
  const [entry] = await pair(folderWith())
  const { pages } = await jpegSheet(Array<SheetEntry>(30).fill(entry!), INFO)
  expect(pages).toHaveLength(3)
  for (const page of pages) {
    const { width, height } = await sharp(page).metadata()
    expect(width).toBe(1600)
    expect(height).toBeLessThanOrEqual(2263)
  }
})

test('a photo without a preview gets a label', async () => {
  const cwd = folderWith({ 'a.heic': '\0\0\0\x18ftypheic broken', 'b.jpg': 'not a picture' })
  const box = { width: 100, height: 100 }
  expect(await thumbnailOf({ path: join(cwd, 'a.heic') }, box)).toEqual({ label: 'no preview' })
  expect(await thumbnailOf({ path: join(cwd, 'b.jpg') }, box)).toEqual({ label: 'no preview' })
  expect(await thumbnailOf({ path: join(cwd, 'c.jpg') }, box)).toEqual({ label: 'no longer there' })
  expect(await thumbnailOf({ url: 'https://example.com/a.jpg' }, box)).toEqual({ label: 'on the web' })
})

test('a HEIC photo, which browsers cannot show, is decoded', needs('heif-enc'), async () => {
  const cwd = folderWith()
  const [from, to] = [await plain(join(cwd, 'a.jpg'), '#ff0000'), join(cwd, 'IMG_0001.HEIC')]
  runProgram('heif-enc', [from, '-o', to])
  const small = await thumbnailOf({ path: to }, { width: 90, height: 90 })
  expect(small).toMatchObject({ width: 90, height: 60 })
  const { dominant } = await sharp(small.jpeg).stats()
  expect(dominant.r).toBeGreaterThan(200)
  expect(dominant.g).toBeLessThan(60)

  // A damaged file may be shown or not, but never ends the process. Output of the decoder is not printed.
  const whole = readFileSync(to)
  for (let at = 24; at < whole.length; at += Math.ceil(whole.length / 12)) {
    const bytes = Buffer.from(whole)
    bytes[at] = bytes[at]! ^ 0xff
    const shown = await thumbnailOf({ bytes }, { width: 90, height: 90 })
    expect(shown.jpeg ?? shown).toEqual(shown.jpeg ? expect.any(Buffer) : { label: 'no preview' })
  }
  const cut = await thumbnailOf({ bytes: whole.subarray(0, whole.length / 2) }, { width: 90, height: 90 })
  expect(cut).toEqual({ label: 'no preview' })
})

test('photos are shown upright', async () => {
  const turned = sharp({ create: { width: 300, height: 200, channels: 3, background: 'red' } }).withMetadata({
    orientation: 6,
  })
  const bytes = await turned.jpeg().toBuffer()
  expect(await thumbnailOf({ bytes }, { width: 90, height: 90 })).toMatchObject({ width: 60, height: 90 })
})

test('of several results, the one closest to the shape of the photo is shown', async () => {
  const cwd = folderWith()
  const outputs = await Promise.all(
    (['square', 'portrait', 'landscape'] as const).map(async (format) => {
      return { format, path: await plain(join(cwd, `${format}.jpg`), 'blue') }
    }),
  )
  const [entry] = await pair(cwd, 'ramen', { outputs })
  expect([1.5, 1.05, 0.75].map((aspect) => entry!.after(aspect)?.format)).toEqual(['landscape', 'square', 'portrait'])
  const original = { format: 'original' as const, path: await plain(join(cwd, 'original.jpg'), 'blue') }
  const [whole] = await pair(cwd, 'ramen', { outputs: [...outputs, original] })
  expect(whole!.after(1.5)?.format).toBe('original')
})

test('the other formats of a photo are shown too, on the page and on the JPEG sheet', async () => {
  const cwd = folderWith()
  const outputs = [
    { format: 'landscape' as const, path: await plain(join(cwd, 'ramen-landscape.jpg'), '#00ff00', 320, 180) },
    { format: 'square' as const, path: await plain(join(cwd, 'ramen-square.jpg'), '#0000ff', 200, 200) },
  ]
  const entries = await pair(cwd, 'ramen', { outputs })
  const html = await htmlSheet(entries, join(cwd, 'sheet.html'), INFO)
  expect(html.match(/<img [^>]*src="data:image\/jpeg;base64,/g)).toHaveLength(3)
  expect(html).toContain('alt="menu/ramen.jpg, square"')

  const { pages } = await jpegSheet(entries, INFO)
  const { data, info } = await sharp(pages[0]!).raw().toBuffer({ resolveWithObject: true })
  let blue = 0
  for (let at = 0; at < data.length; at += info.channels) if (data[at + 2]! > 200 && data[at]! < 60) blue++
  expect(blue).toBeGreaterThan(150 * 150)
})

async function write(cwd: string, typed: string[], count = 1, baseUrl?: string) {
  const paths = await checkSheets(typed, cwd, false)
  const files = Array.from({ length: count }, (_, index): FileEvent => {
    return { schemaVersion: 2, type: 'file', file: `menu/${index}.jpg`, status: 'done', outputs: [] }
  })
  const notes: string[] = []
  const summary = {
    schemaVersion: 2,
    type: 'summary',
    done: count,
    failed: 0,
    skipped: 0,
    creditsUsed: count,
    out: cwd,
  }
  const task = { inputs: [], plan: { roots: [join(cwd, 'menu-enhanced')] } }
  const settings = { baseUrl, config: {} }
  const context = { environment: { cwd }, settings, note: (line: string) => notes.push(line) }
  await writeSheets(paths, task as never, { files, summary, exitCode: 0 } as never, context as never)
  return notes
}

test('the sheet shows the credits of a run, except for the built-in server', async () => {
  const cwd = folderWith()
  await write(cwd, ['paid.html'], 2, 'https://photos.example.com')
  await write(cwd, ['own.html'], 2)
  expect(readFileSync(join(cwd, 'paid.html'), 'utf8')).toContain('2 credits (≈ $0.10)')
  expect(readFileSync(join(cwd, 'own.html'), 'utf8')).not.toContain('credit')
})

test('sheets replace earlier ones, unneeded pages are deleted, and other files are kept', async () => {
  const cwd = folderWith({ 'sheet-page-3.jpg': 'mine' })
  const notes = await write(cwd, ['sheet.jpg', 'web/sheet.html'], 30)
  expect(notes).toEqual([
    expect.stringContaining('Before and after: sheet.jpg (3 pages, up to sheet-page-4.jpg'),
    'Before and after: web/sheet.html',
  ])
  expect(readdirSync(cwd).sort()).toEqual([
    'sheet-page-2.jpg',
    'sheet-page-3.jpg',
    'sheet-page-4.jpg',
    'sheet.jpg',
    'web',
  ])
  await write(cwd, ['sheet.jpg'], 13)
  expect(readdirSync(cwd).sort()).toEqual([
    'sheet-page-2.jpg',
    'sheet-page-3.jpg',
    'sheet-page-4.jpg',
    'sheet.jpg',
    'web',
  ])
  await write(cwd, ['sheet.jpg'], 2)
  expect(readFileSync(join(cwd, 'sheet-page-3.jpg'), 'utf8')).toBe('mine')
})

test('a sheet only overwrites sheets, and its extension decides the type', async () => {
  const cwd = folderWith({ 'menu/ramen.jpg': 'a photo', 'page.html': '<html>' })
  await expect(checkSheets(['menu/ramen.jpg'], cwd, false)).rejects.toThrow('exists already and is not a contact sheet')
  await expect(checkSheets(['page.html'], cwd, false)).rejects.toThrow('Choose another name for --contact-sheet.')
  await expect(checkSheets(['sheet.pdf'], cwd, false)).rejects.toThrow('.html for a page, or with .jpg')
  await expect(checkSheets(['menu'], cwd, false)).rejects.toThrow('must end with')
  await expect(checkSheets(['a.html'], cwd, true)).rejects.toThrow('--out FOLDER')
  expect(readFileSync(join(cwd, 'menu/ramen.jpg'), 'utf8')).toBe('a photo')
})
