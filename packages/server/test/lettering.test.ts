import { setLettering } from '@platelight/drawing/lettering/set-lettering.ts'
import { unwrittenCharacters } from '@platelight/drawing/lettering/written-letters.ts'
import { describe, expect, test } from 'vitest'
import { letteringFonts } from '../src/operations/steps/lettering-files.ts'

const COLOURS = { letters: '#ffffff', shadow: 'transparent' }
const BOX = { size: 40, maxWidth: 600, maxHeight: 400, align: 'left' } as const

const drawn = (text: string, options: Partial<Parameters<typeof setLettering>[1]> = {}) => {
  const lettering = setLettering(text, { ...BOX, fonts: letteringFonts(), ...options })
  return { ...lettering, ...lettering.draw(COLOURS), letters: lettering }
}

/** How many pixels are covered, in each column. */
const columns = ({ data, width, height }: { data: Uint8Array; width: number; height: number }) =>
  Array.from({ length: width }, (_, x) => {
    let sum = 0
    for (let y = 0; y < height; y++) sum += data[4 * (y * width + x) + 3] ?? 0
    return sum
  })

/** The letters of an alphabet by code. */
const from = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, at) => String.fromCodePoint(first + at))

test('every character that can be written has a shape in the fonts, and not that of missing ones', () => {
  const shape = (text: string) => Buffer.from(drawn(text).data).toString('base64')
  const missing = shape('\u{10ffff}')
  const asked = [
    ...from(0x21, 0x7e),
    ...from(0xa1, 0x24f),
    ...from(0x370, 0x3ff),
    ...from(0x400, 0x4ff),
    ...from(0x600, 0x6ff),
    ...from(0x1e00, 0x1eff),
    ...from(0x2010, 0x203a),
    ...from(0x20a0, 0x20bf),
  ].filter((one) => unwrittenCharacters(one).length === 0)
  expect(asked.length).toBeGreaterThan(1_000)
  expect(asked.filter((one) => !/\p{Cf}|\p{M}/u.test(one) && shape(one) === missing)).toEqual([])
})

test.each(['Ramen 拉麺', 'ส้มตำ', 'हलवा', 'Pizza 🍕', 'שלום'])('%s has characters that cannot be written', (text) => {
  expect(unwrittenCharacters(text).length).toBeGreaterThan(0)
})

test.each(['Crème brûlée – 6,50 €', 'Смоленские блины', 'Σουβλάκι', 'كسكس بالخضار ١٢', 'Phở bò', 'Żurek “½”'])(
  '%s can be written',
  (text) => {
    expect(unwrittenCharacters(text)).toEqual([])
  },
)

describe('the size of letters', () => {
  test('is the one asked for while up to three lines fit', () => {
    const { letters } = drawn('one two three four five six seven eight', { maxWidth: 300 })
    expect(letters.height).toBe(Math.ceil((2 * 1.22 + 1) * 40))
    expect(letters.width).toBeLessThanOrEqual(300)
  })

  test('falls until the text fits, whatever its length', () => {
    for (const text of ['word '.repeat(40), 'x'.repeat(200)]) {
      const { letters } = drawn(text, { maxWidth: 400, maxHeight: 120 })
      expect(letters.width).toBeLessThanOrEqual(400)
      expect(letters.height).toBeLessThanOrEqual(120)
    }
  })
})

test('Arabic letters are joined, and lines of them are written from the right', () => {
  const joined = drawn('كسكس').letters.width
  const apart = [...'كسكس'].reduce((sum, letter) => sum + drawn(letter).letters.width, 0)
  expect(joined).toBeLessThan(0.9 * apart)
  const [first = 0, last = 0] = ((sums) => [sums.slice(0, sums.length / 2), sums.slice(sums.length / 2)])(
    columns(drawn('ا كككك')),
  ).map((half) => half.reduce((sum, one) => sum + one, 0))
  // The thin letter comes first, so it is at the right.
  expect(first).toBeGreaterThan(last)
})

test('a shadow reaches into the margin and nothing beyond it', () => {
  const lettering = setLettering('Soup', { ...BOX, fonts: letteringFonts() })
  const picture = lettering.draw({ letters: '#ffffff', shadow: 'rgba(0, 0, 0, 0.7)' })
  const sums = columns(picture)
  expect(picture.margin).toBeGreaterThan(0)
  expect(sums[picture.margin - 2]).toBeGreaterThan(0)
  expect(sums[0]).toBeLessThan(0.02 * Math.max(...sums))
})
