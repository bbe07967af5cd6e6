import { expect, test } from 'vitest'
import { usualMemoryMb } from './memory.ts'

const GB = 1e9
/** What Node says of a control group of version 1 without a limit. */
const NO_LIMIT = 18_446_744_073_709_552_000

test('the memory for pictures is what a container allows, less what the process and the networks need', () => {
  expect(usualMemoryMb(true, { total: 64 * GB, limit: 2 * GB })).toBe(1_000)
  expect(usualMemoryMb(false, { total: 64 * GB, limit: 2 * GB })).toBe(1_650)
})

test('without a limit it is a part of the machine, however that is said', () => {
  for (const limit of [0, NO_LIMIT, 8 * GB]) expect(usualMemoryMb(true, { total: 8 * GB, limit })).toBe(5_100)
})

test('a tiny machine still opens the photos of phones', () => {
  expect(usualMemoryMb(true, { total: GB, limit: 0 })).toBe(256)
})
