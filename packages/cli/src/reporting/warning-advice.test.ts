import { expect, test } from 'vitest'
import { WARNING_CODES } from '../../../server/src/base/warning-codes.ts'
import { WARNING_ADVICE } from './warning-advice.ts'

test('every code of the server has its advice, and none else has', () => {
  expect(Object.keys(WARNING_ADVICE).toSorted()).toEqual(WARNING_CODES.toSorted())
  const named = Object.values(WARNING_ADVICE).flatMap(({ instead = [] }) => instead)
  expect(named.filter((code) => !WARNING_ADVICE[code])).toEqual([])
})
