import { expect, test } from 'vitest'
import { defaultMemoryMb } from './default-memory.ts'

const GB = 1e9
const WITH = { networks: true, threads: 2 }
/** The value that Node returns for a control group of version 1 without a limit. */
const NO_LIMIT = 18_446_744_073_709_552_000

test("the memory for pictures is the container's limit minus the needs of the process and the networks", () => {
  expect(defaultMemoryMb(WITH, { total: 64 * GB, limit: 2 * GB })).toBe(1_030)
  expect(defaultMemoryMb({ ...WITH, networks: false }, { total: 64 * GB, limit: 2 * GB })).toBe(1_680)
})

test('without a limit it is a part of the machine’s memory', () => {
  for (const limit of [0, NO_LIMIT, 8 * GB]) expect(defaultMemoryMb(WITH, { total: 8 * GB, limit })).toBe(5_130)
})

test('a tiny machine can still open photos of phones', () => {
  expect(defaultMemoryMb(WITH, { total: GB, limit: 0 })).toBe(256)
})
