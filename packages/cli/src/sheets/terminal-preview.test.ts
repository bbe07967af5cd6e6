import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import sharp from 'sharp'
import { decode } from 'sixel'
import { expect, test } from 'vitest'
import { folderWith } from '../../test/support/folder-with.ts'
import { terminalPreview } from './terminal-preview.ts'

const RED = [200, 40, 20] as const
const GREEN = [20, 160, 60] as const

const picture = ([r, g, b]: readonly [number, number, number]) =>
  sharp({ create: { width: 300, height: 200, channels: 3, background: { r, g, b } } })
    .png()
    .toBuffer()

/** A red photo whose result is green. */
async function photo() {
  const folder = folderWith({ 'before.png': await picture(RED), 'after.png': await picture(GREEN) })
  return [{ path: join(folder, 'before.png') }, join(folder, 'after.png')] as const
}

const expectColor = (actual: ArrayLike<number>, wanted: readonly number[], within = 12) => {
  for (const [index, value] of wanted.entries()) expect(Math.abs((actual[index] ?? 999) - value)).toBeLessThan(within)
}

/** The colours in the middle of the left and the right half. */
async function halves(png: Buffer) {
  const { data, info } = await sharp(png).raw().toBuffer({ resolveWithObject: true })
  const at = (x: number) => data.subarray((Math.floor(info.height / 2) * info.width + Math.floor(x)) * info.channels)
  return [at(info.width / 4), at((3 * info.width) / 4)] as const
}

/** Escape characters as `^[`, and bells as `^G`. */
const visible = (text = ''): string => text.replaceAll('\x1b', '^[').replaceAll('\x07', '^G')

test('half blocks show both pictures side by side, and no line is wider than the terminal', async () => {
  const shown = await terminalPreview(...(await photo()), { graphics: 'blocks', columns: 60, trueColor: true })
  const lines = (shown ?? '').split('\n')
  expect(lines).toHaveLength(10)
  for (const line of lines) expect(stripVTControlCharacters(line)).toBe(`${'▀'.repeat(29)}  ${'▀'.repeat(29)}`)
  const colors = [...(lines[5] ?? '').matchAll(/38;2;(\d+);(\d+);(\d+)/g)].map((found) => found.slice(1).map(Number))
  expectColor(colors[5] ?? [], RED)
  expectColor(colors[45] ?? [], GREEN)
  const few = await terminalPreview(...(await photo()), { graphics: 'blocks', columns: 60, trueColor: false })
  expect(visible(few)).toMatch(/\^\[\[38;5;\d+;48;5;\d+m▀/)
  expect(few).not.toContain('38;2;')
})

test('kitty and iTerm2 get one picture of both', async () => {
  const kitty = await terminalPreview(...(await photo()), { graphics: 'kitty', columns: 80, trueColor: true })
  const chunks = [...visible(kitty).matchAll(/\^\[_G([^;]*);([^^]*)\^\[\\/g)]
  expect(chunks[0]?.[1]).toMatch(/^a=T,f=100,c=80,m=[01]$/)
  expect(chunks.at(-1)?.[1]).toMatch(/m=0$/)
  for (const [, , chunk = ''] of chunks) expect(chunk.length).toBeLessThanOrEqual(4096)
  const iterm = await terminalPreview(...(await photo()), { graphics: 'iterm', columns: 80, trueColor: true })
  const inIterm = /^\^\[\]1337;File=inline=1;width=80;preserveAspectRatio=1:(.*)\^G$/.exec(visible(iterm))?.[1]
  for (const base64 of [chunks.map(([, , chunk]) => chunk).join(''), inIterm ?? '']) {
    const [left, right] = await halves(Buffer.from(base64, 'base64'))
    expectColor(left, RED)
    expectColor(right, GREEN)
  }
})

test('sixel has both pictures', async () => {
  const sixel = await terminalPreview(...(await photo()), { graphics: 'sixel', columns: 60, trueColor: true })
  expect(visible(sixel)).toMatch(/^\^\[P/)
  const { width, height, data32 } = decode(sixel ?? '')
  const bytes = new Uint8Array(data32.buffer, data32.byteOffset, data32.byteLength)
  const at = (x: number) => bytes.subarray(4 * (Math.floor(height / 2) * width + Math.floor(x)))
  expectColor(at(width / 4), RED)
  expectColor(at((3 * width) / 4), GREEN)
})

test('a photo that cannot be shown and a terminal that is too narrow show nothing', async () => {
  const [before, after] = await photo()
  const options = { graphics: 'blocks', columns: 80, trueColor: true } as const
  expect(await terminalPreview({ url: 'https://example.com/a.jpg' }, after, options)).toBeUndefined()
  expect(await terminalPreview(before, after, { ...options, columns: 12 })).toBeUndefined()
})
