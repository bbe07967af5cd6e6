import { expect, test } from 'vitest'
import { createPerOwnerLimit } from './per-owner-limit.ts'

/** Work that ends on request. */
function works(most: number) {
  const limited = createPerOwnerLimit(most)
  const started: string[] = []
  const ends = new Map<string, () => void>()
  const start = (owner: string, name: string, signal = new AbortController().signal) => {
    const done = limited(owner, signal, () => {
      started.push(name)
      return new Promise<string>((resolve) => ends.set(name, () => resolve(name)))
    })
    done.catch(() => {})
    return done
  }
  return { start, started, end: (name: string) => ends.get(name)?.() }
}

test("an owner's work is limited and queued in order, and no owner waits for another", async () => {
  const { start, started, end } = works(2)
  const all = ['a1', 'a2', 'a3', 'a4', 'b1'].map((name) => start(name.slice(0, 1), name))
  await expect.poll(() => started).toEqual(['a1', 'a2', 'b1'])
  end('a2')
  await expect.poll(() => started).toEqual(['a1', 'a2', 'b1', 'a3'])
  for (const name of ['a1', 'b1']) end(name)
  await expect.poll(() => started.at(-1)).toBe('a4')
  for (const name of ['a3', 'a4']) end(name)
  expect(await Promise.all(all)).toEqual(['a1', 'a2', 'a3', 'a4', 'b1'])
})

test('work that is aborted while it waits never starts and takes no turn', async () => {
  const { start, started, end } = works(1)
  const first = start('a', 'first')
  const controller = new AbortController()
  const second = start('a', 'second', controller.signal)
  const third = start('a', 'third')
  controller.abort(new Error('aborted'))
  await expect(second).rejects.toThrow('aborted')
  end('first')
  await first
  await expect.poll(() => started).toEqual(['first', 'third'])
  end('third')
  expect(await third).toBe('third')
})

test('a turn that comes at the moment of an abort is passed on', async () => {
  const { start, started, end } = works(1)
  const first = start('a', 'first')
  await expect.poll(() => started).toEqual(['first'])
  const controller = new AbortController()
  const second = start('a', 'second', controller.signal)
  const third = start('a', 'third')
  void first.then(() => controller.abort(new Error('aborted')))
  end('first')
  await expect
    .poll(() => {
      end('second')
      return started.at(-1)
    })
    .toBe('third')
  await Promise.allSettled([second])
  end('third')
  await third
})
