import { expect, test } from 'vitest'
import { compose, part } from './compose.ts'

const story: string[] = []
const said = (what: string) => async () => void story.push(what)

/** A part that only writes down what happens to it. */
const named = (name: string) =>
  part(() => ({ start: said(`${name} starts`), drain: said(`${name} drains`), close: said(`${name} closes`) }))

test('a part gets what parts before it provide, and a list in which something is missing does not compile', async () => {
  const numbers = part(async ({ first }: { first: number }) => ({ provides: { second: first + 1 } }))
  const sum = part(({ first, second }: { first: number; second: number }) => ({ provides: { sum: first + second } }))
  const { given } = await compose({ first: 1 }).with(numbers).with(sum).build()
  expect(given.sum).toBe(3)
  // @ts-expect-error Nobody provides `second`.
  compose({ first: 1 }).with(sum)
  // @ts-expect-error It is no number.
  compose({ first: 'one' }).with(numbers)
})

test('parts start in order, are drained at once, and are closed in the reverse order', async () => {
  story.length = 0
  const server = await compose({}).with(named('storage')).with(named('queue')).build()
  expect(story).toEqual([])
  await server.start()
  await server.stop(0, () => {})
  expect(story).toEqual([
    ...['storage starts', 'queue starts', 'queue drains', 'storage drains', 'queue closes', 'storage closes'],
  ])
})

test('a part that cannot stop is reported, and does not keep the others from stopping', async () => {
  story.length = 0
  const stuck = part(() => ({
    drain: () => Promise.reject(new Error('the disk is full')),
    close: () => Promise.reject(new Error('the disk is gone')),
  }))
  const server = await compose({}).with(named('storage')).with(stuck).build()
  const errors: unknown[] = []
  await server.stop(0, (error) => errors.push(error))
  expect(errors).toEqual([new Error('the disk is full'), new Error('the disk is gone')])
  expect(story).toEqual(['storage drains', 'storage closes'])
})

test('when a part cannot be built, those before it are closed and the reason is thrown', async () => {
  story.length = 0
  const broken = part(() => Promise.reject(new Error('no such folder')))
  await expect(compose({}).with(named('storage')).with(broken).build()).rejects.toThrow('no such folder')
  expect(story).toEqual(['storage closes'])
})

test('timetables and tables of all parts are collected, and a name that two parts provide is refused', async () => {
  const task = { name: 'sweep', every: 'hour', work: async () => {}, failure: 'not swept' } as const
  const sweeper = part(() => ({ timetable: [task], owns: { brands: { key: 'id' } } }))
  const { given } = await compose({}).with(sweeper).build()
  expect(given.timetable).toEqual([task])
  expect(given.owns).toEqual({ brands: { key: 'id' } })
  await expect(compose({}).with(sweeper).with(sweeper).build()).rejects.toThrow(
    'two parts of the server provide brands',
  )
})
