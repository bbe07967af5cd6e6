import { expect, test } from 'vitest'
import { PRIORITY } from '../runs/run-priority.ts'
import { createPrioritySemaphore } from './priority-semaphore.ts'

const JOB = { priority: PRIORITY.job, bytes: 0 }

/** A semaphore with one permit, and the order in which tasks start. Each holds the permit until `next`. */
function onePlace() {
  const places = createPrioritySemaphore(1)
  const started: string[] = []
  let next = () => {}
  const ask = (name: string, priority: number, signal = new AbortController().signal) =>
    places
      .withPermit({ priority, bytes: 0 }, signal, async () => {
        started.push(name)
        await new Promise<void>((resolve) => {
          next = resolve
        })
      })
      .catch((error: Error) => void started.push(`${name}: ${error.message}`))
  const step = async () => {
    next()
    await new Promise((resolve) => setImmediate(resolve))
  }
  return { started, ask, step }
}

test('a free permit goes to the task with the highest priority, and among equals to the first; an aborted task leaves the queue', async () => {
  const { started, ask, step } = onePlace()
  const called = new AbortController()
  void ask('first', PRIORITY.item)
  void ask('item', PRIORITY.item)
  void ask('job', PRIORITY.job)
  const gone = ask('gone', PRIORITY.waiting, called.signal)
  void ask('second job', PRIORITY.job)
  void ask('person', PRIORITY.waiting)
  called.abort(new Error('cancelled'))
  await gone
  for (let n = 0; n < 5; n++) await step()
  expect(started).toEqual(['first', 'gone: cancelled', 'person', 'job', 'second job', 'item'])
  // The permit is free again.
  await step()
  void ask('last', PRIORITY.item)
  await step()
  expect(started.at(-1)).toBe('last')
})

test('a stream of callers overtakes a waiting item at most seven times', async () => {
  const { started, ask, step } = onePlace()
  void ask('person', PRIORITY.waiting)
  void ask('item', PRIORITY.item)
  for (let n = 0; n < 10; n++) {
    void ask('person', PRIORITY.waiting)
    await step()
  }
  expect(started.indexOf('item')).toBe(8)
})

test('failed work, and work aborted before its start, hold no permit', async () => {
  const places = createPrioritySemaphore(1)
  const { signal } = new AbortController()
  await expect(places.withPermit(JOB, signal, () => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
  await expect(places.withPermit(JOB, AbortSignal.abort(), async () => 1)).rejects.toThrow()
  expect(await places.withPermit(JOB, signal, async () => 2)).toBe(2)
})

test('after closing, waiting tasks and new ones are refused', async () => {
  const places = createPrioritySemaphore(1)
  const { signal } = new AbortController()
  let finish = () => {}
  const inside = places.withPermit(JOB, signal, () => new Promise<void>((resolve) => (finish = resolve)))
  const waits = places.withPermit(JOB, signal, async () => 1)
  const reported = expect(waits).rejects.toThrow('ended')
  places.close()
  await reported
  finish()
  await inside
  await expect(places.withPermit(JOB, signal, async () => 1)).rejects.toThrow('ended')
})

/** Four permits with 100 bytes, and the tasks in progress. */
function sharedMemory() {
  const places = createPrioritySemaphore(4, 100)
  const working = new Map<string, () => void>()
  const ask = (name: string, bytes: number, signal = new AbortController().signal) =>
    places
      .withPermit({ priority: PRIORITY.job, bytes }, signal, () => new Promise<void>((end) => working.set(name, end)))
      .catch(() => {})
      .finally(() => working.delete(name))
  const settle = () => new Promise((resolve) => setImmediate(resolve))
  const end = async (name: string) => {
    working.get(name)?.()
    await settle()
  }
  return { ask, end, settle, working: () => [...working.keys()] }
}

test('a task starts only when its memory is free, and one that needs more than all of it runs alone', async () => {
  const { ask, end, settle, working } = sharedMemory()
  void ask('a', 60)
  void ask('b', 60)
  void ask('c', 40)
  await settle()
  expect(working()).toEqual(['a', 'c'])
  await end('a')
  expect(working()).toEqual(['c', 'b'])
  void ask('huge', 500)
  await end('c')
  expect(working()).toEqual(['b'])
  await end('b')
  expect(working()).toEqual(['huge'])
  void ask('d', 1)
  await settle()
  expect(working()).toEqual(['huge'])
  await end('huge')
  expect(working()).toEqual(['d'])
})

test('a stream of small pictures overtakes a large one seven times, then memory is kept for the large one', async () => {
  const { ask, end, settle, working } = sharedMemory()
  void ask('small 0', 30)
  void ask('large', 90)
  for (let n = 1; n <= 10; n++) {
    void ask(`small ${n}`, 30)
    await settle()
    if (!working().includes('large')) await end(working()[0] ?? '')
  }
  expect(working()).not.toContain('small 8')
  for (const name of working()) if (name !== 'large') await end(name)
  expect(working()).toEqual(['large'])
})

test('a task that is aborted while it waits for memory lets the tasks behind it start', async () => {
  const { ask, settle, working } = sharedMemory()
  const called = new AbortController()
  void ask('a', 50)
  void ask('large', 90, called.signal)
  for (let n = 0; n < 7; n++) {
    void ask(`n${n}`, 0)
    await settle()
  }
  called.abort()
  await settle()
  expect(working()).toContain('n2')
})

/** Two threads, and the names of tasks in the order in which they start. */
function sharedThreads() {
  const places = createPrioritySemaphore(2)
  const working = new Map<string, () => void>()
  const started: string[] = []
  const ask = (name: string, seconds: number, isFree = false) => {
    const share = { account: name.split(' ')[0] ?? '', seconds, isFree }
    const work = () => {
      started.push(name)
      return new Promise<void>((end) => working.set(name, end))
    }
    void places
      .withPermit({ priority: PRIORITY.waiting, bytes: 0, share }, new AbortController().signal, work)
      .finally(() => working.delete(name))
  }
  const settle = () => new Promise((resolve) => setImmediate(resolve))
  const end = async (name: string) => {
    working.get(name)?.()
    await settle()
  }
  return { ask, end, settle, started }
}

test('of two accounts, the one that had less of the threads comes first', async () => {
  const { ask, end, settle, started } = sharedThreads()
  for (const n of [1, 2, 3, 4]) ask(`many ${n}`, 2)
  ask('few 1', 2)
  ask('few 2', 2)
  await settle()
  expect(started).toEqual(['many 1', 'many 2'])
  await end('many 1')
  expect(started.at(-1)).toBe('few 1')
  await end('few 1')
  await end('many 2')
  expect(started.slice(2)).toContain('few 2')
})

test('long work of one account takes all threads while it is alone, and leaves one free once another account has come', async () => {
  const { ask, end, settle, started } = sharedThreads()
  for (const n of [1, 2, 3, 4]) ask(`many ${n}`, 60)
  await settle()
  expect(started).toEqual(['many 1', 'many 2'])
  ask('few 1', 1)
  await end('many 1')
  expect(started.at(-1)).toBe('few 1')
  await end('few 1')
  // A thread is kept: one long task goes on.
  expect(started).toEqual(['many 1', 'many 2', 'few 1'])
  ask('few 2', 60)
  await settle()
  expect(started.at(-1)).toBe('few 2')
  await end('many 2')
  expect(started.at(-1)).toBe('many 3')
})

test('free work of all accounts together leaves a thread free once another account has come, however short it is', async () => {
  const { ask, end, settle, started } = sharedThreads()
  for (const n of [1, 2, 3]) ask(`many ${n}`, 1, true)
  await settle()
  expect(started).toEqual(['many 1', 'many 2'])
  for (const n of [1, 2]) ask(`more ${n}`, 1, true)
  await end('many 1')
  expect(started.slice(2)).toEqual([])
  await end('many 2')
  expect(started.slice(2)).toEqual(['more 1'])
  ask('few 1', 1)
  await settle()
  expect(started.slice(2)).toEqual(['more 1', 'few 1'])
})
