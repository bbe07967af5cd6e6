import { expect, test } from 'vitest'
import { breakLines } from './break-lines.ts'

const letters = (line: string) => [...line].length

test.each([
  ['words', 'soup of the day with bread', 14, ['soup of the', 'day with bread']],
  ['an amount, which keeps its currency', 'now for 12,50 €', 12, ['now for', '12,50 €']],
  ['Thai, whose words have no spaces', 'ก๋วยเตี๋ยวเรือน้ำตก', 12, ['ก๋วยเตี๋ยว', 'เรือน้ำตก']],
  ['Japanese, between its words', '本日のラーメン、味玉付き', 7, ['本日の', 'ラーメン、', '味玉付き']],
  ['a number, which keeps its word', '12 sorts of bread for 2 people', 20, ['12 sorts of bread', 'for 2 people']],
  ['a short word at the end', 'Brunch, the slow way', 14, ['Brunch,', 'the slow way']],
  ['a short word, which goes with the next one', 'Борщ с пампушками', 12, ['Борщ', 'с пампушками']],
  ['lines that are given', 'one\ntwo', 20, ['one', 'two']],
])('%s', (_, text, width, lines) => {
  expect(breakLines(text, width, letters)?.join('|').replace(/\s/g, '')).toBe(lines.join('|').replace(/\s/g, ''))
})

test('a word that is wider than the line breaks nowhere', () => {
  expect(breakLines('Donaudampfschiff', 5, letters)).toBeUndefined()
})
