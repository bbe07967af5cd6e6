import { expect, test } from 'vitest'
import { isBug, mayPass } from './engine-bug.ts'

const thrownBy = async (work: () => unknown): Promise<unknown> => {
  try {
    return await work()
  } catch (error) {
    return error
  }
}

test.each([
  ['a value that no thread can take', () => structuredClone(() => {})],
  ['a method of nothing', () => (undefined as unknown as string).trim()],
  ['a number out of range', () => (1).toFixed(200)],
])('%s would fail again', async (_, work) => {
  expect(isBug(await thrownBy(work))).toBe(true)
})

test.each([
  ['memory that ran out', () => new ArrayBuffer(2 ** 53 - 1)],
  ['memory of a native module', () => Promise.reject(new Error('Failed to allocate memory for requested buffer'))],
  [
    'a connection',
    () =>
      Promise.reject(
        new TypeError('fetch failed', { cause: Object.assign(new Error('refused'), { code: 'ECONNREFUSED' }) }),
      ),
  ],
  ['a disk', () => Promise.reject(Object.assign(new Error('i/o error'), { code: 'EIO' }))],
])('%s may work the next time', async (_, work) => {
  const error = await thrownBy(work)
  expect(error).toBeInstanceOf(Error)
  expect([mayPass(error), isBug(error)]).toEqual([true, false])
})
