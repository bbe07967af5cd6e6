import { expect, test } from 'vitest'
import { breakLines } from './set-lettering.ts'

const letters = (line: string) => line.length

test('lines break between words, and are as long as they can be', () => {
  expect(breakLines('soup of the day with bread', 11, letters)).toEqual(['soup of the', 'day with', 'bread'])
})

test('a word that is too long stands alone, and line breaks of the text stay', () => {
  expect(breakLines('a Donaudampfschiff b\nlast  line', 8, letters)).toEqual([
    'a',
    'Donaudampfschiff',
    'b',
    'last',
    'line',
  ])
})
