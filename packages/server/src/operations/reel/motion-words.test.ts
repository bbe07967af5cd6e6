import { expect, test } from 'vitest'
import { readMotion } from './motion-words.ts'

test('slower and faster are understood in seven languages', () => {
  for (const text of [
    'slowly, please',
    'más lento',
    'plus lentement',
    'langsamer',
    'più lento',
    'mais devagar',
    'ببطء',
  ]) {
    expect(readMotion(text), text).toMatchObject({ unread: [], towards: [] })
    expect(readMotion(text).strength, text).toBeLessThan(1)
  }
  for (const text of ['faster', 'más rápido', 'plus rapide', 'schneller', 'più veloce', 'mais rápido', 'بسرعة']) {
    expect(readMotion(text).strength, text).toBeGreaterThan(1)
  }
})

test('what the camera shall look at is understood', () => {
  expect(readMotion('a bit slower, towards the garnish')).toMatchObject({ towards: ['garnish'], unread: [] })
  expect(readMotion('towards the upper left')).toMatchObject({ towards: ['top', 'left'], unread: [] })
  expect(readMotion('')).toEqual({ strength: 1, towards: [], unread: [] })
})

test('all other words are listed', () => {
  expect(readMotion('slower, with steam from the moon').unread).toEqual(['steam', 'moon'])
})
