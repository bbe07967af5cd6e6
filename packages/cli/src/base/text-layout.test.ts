import { stripVTControlCharacters } from 'node:util'
import { expect, test } from 'vitest'
import { onlyIf } from '../../../imaging/test/support/machine/only-if.ts'
import { createColorize, wrapped } from './text-layout.ts'

const TEXT = [
  'The square crop may cut into the dish, because the photo has too little empty space around it.',
  '    Copy it again from the phone or camera, or take the photo again: menu/an-unusually-long-name-of-a-photo-of-ramen.jpg',
  createColorize(true)('yellow', 'look first') +
    '  拉麵 🍜 and more words that have to go on in the next line of a terminal',
].join('\n')

test.each([40, 60, 80, 200])('no word is broken at %i columns, and nothing is lost', (width) => {
  const lines = wrapped(TEXT, width).split('\n')
  expect(lines.join(' ').split(/\s+/)).toEqual(TEXT.split(/\s+/))
  for (const line of lines.map(stripVTControlCharacters)) {
    // A word that is longer than the line has one of its own.
    if (line.length > width) expect(line.trim().split(' ')).toHaveLength(1)
  }
  expect(lines.find((line) => line.startsWith('    Copy'))).toBeDefined()
})

const anyShell = onlyIf(process.platform !== 'win32', 'not on Windows')

test('a wrapped command is one command to a shell', anyShell, () => {
  const command = "platelight enhance 'my menu/a b.jpg' --formats original --out menu-enhanced/ --subject-point 0.5,0.5"
  const shown = wrapped(`    ${command}`, 40)
  expect(shown.split('\n').length).toBeGreaterThan(2)
  expect(shown.replaceAll(/\s*\\\n\s*/g, ' ').trim()).toBe(command)
  expect(shown).toContain('--subject-point 0.5,0.5')
})

test('without a terminal a text stays as it is', () => {
  expect(wrapped(TEXT, undefined)).toBe(TEXT)
})
