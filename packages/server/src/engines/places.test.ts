import { expect, test } from 'vitest'
import { URGENCY } from '../runs/urgency.ts'
import { createPlaces } from './places.ts'

/** One place, and the order in which those who ask for it begin. Each holds it until `next`. */
function onePlace() {
  const places = createPlaces(1)
  const begun: string[] = []
  let next = () => {}
  const ask = (name: string, urgency: number, signal = new AbortController().signal) =>
    places
      .during(urgency, signal, async () => {
        begun.push(name)
        await new Promise<void>((resolve) => {
          next = resolve
        })
      })
      .catch((error: Error) => void begun.push(`${name}: ${error.message}`))
  const step = async () => {
    next()
    await new Promise((resolve) => setImmediate(resolve))
  }
  return { begun, ask, step }
}

test('a place that becomes free is the most urgent one’s, among equals who asked first; who is called off leaves', async () => {
  const { begun, ask, step } = onePlace()
  const called = new AbortController()
  void ask('first', URGENCY.item)
  void ask('item', URGENCY.item)
  void ask('job', URGENCY.job)
  const gone = ask('gone', URGENCY.waiting, called.signal)
  void ask('second job', URGENCY.job)
  void ask('person', URGENCY.waiting)
  called.abort(new Error('called off'))
  await gone
  for (let n = 0; n < 5; n++) await step()
  expect(begun).toEqual(['first', 'gone: called off', 'person', 'job', 'second job', 'item'])
  // The place is free again.
  await step()
  void ask('last', URGENCY.item)
  await step()
  expect(begun.at(-1)).toBe('last')
})

test('a stream of callers overtakes what nobody waits for seven times, and no more', async () => {
  const { begun, ask, step } = onePlace()
  void ask('person', URGENCY.waiting)
  void ask('item', URGENCY.item)
  for (let n = 0; n < 10; n++) {
    void ask('person', URGENCY.waiting)
    await step()
  }
  expect(begun.indexOf('item')).toBe(8)
})

test('work that fails, and who was called off before asking, hold no place', async () => {
  const places = createPlaces(1)
  const { signal } = new AbortController()
  await expect(places.during(URGENCY.job, signal, () => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
  await expect(places.during(URGENCY.job, AbortSignal.abort(), async () => 1)).rejects.toThrow()
  expect(await places.during(URGENCY.job, signal, async () => 2)).toBe(2)
})

test('when it closes, who waits is sent away and nobody is let in', async () => {
  const places = createPlaces(1)
  const { signal } = new AbortController()
  let finish = () => {}
  const inside = places.during(URGENCY.job, signal, () => new Promise<void>((resolve) => (finish = resolve)))
  const waits = places.during(URGENCY.job, signal, async () => 1)
  const told = expect(waits).rejects.toThrow('ended')
  places.close()
  await told
  finish()
  await inside
  await expect(places.during(URGENCY.job, signal, async () => 1)).rejects.toThrow('ended')
})
