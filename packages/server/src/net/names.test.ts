import type { LookupAddress } from 'node:dns'
import { expect, test, vi } from 'vitest'
import { createNames } from './names.ts'

const HERE: LookupAddress[] = [{ address: '192.0.2.1', family: 4 }]

/** A system resolver that answers when it is told to. */
function resolver() {
  const asked: string[] = []
  const answers = new Map<string, (found: LookupAddress[] | Error) => void>()
  const names = createNames({
    ask: (name) => {
      asked.push(name)
      return new Promise((resolve, reject) =>
        answers.set(name, (found) => (found instanceof Error ? reject(found) : resolve(found))),
      )
    },
  })
  return { asked, names, answer: (name: string, found: LookupAddress[] | Error) => answers.get(name)?.(found) }
}

/** Makes a name known as one that takes long to be answered. */
async function takeLong({ names, answer }: ReturnType<typeof resolver>, name: string): Promise<void> {
  vi.useFakeTimers({ toFake: ['performance'] })
  const first = names(name, {})
  await Promise.resolve()
  vi.advanceTimersByTime(5_000)
  answer(name, new Error('nobody answers'))
  await expect(first).rejects.toThrow('nobody answers')
  vi.useRealTimers()
}

test('names that took long wait for each other, with their neighbours, and others are asked for beside them', async () => {
  const here = resolver()
  const { asked, names, answer } = here
  await takeLong(here, 'one.dead.example')
  await takeLong(here, 'silent.test')
  await takeLong(here, 'dead.co.uk')
  asked.length = 0
  const dead = ['one.dead.example', 'never-seen.dead.example', 'silent.test', 'Other.DEAD.example.']
  for (const name of dead) names(name, {}).catch(() => {})
  const living = ['living.example.org', 'living.co.uk'].map((name) => names(name, {}))
  await Promise.resolve()
  expect(asked).toEqual(['one.dead.example', 'living.example.org', 'living.co.uk'])
  for (const name of ['living.example.org', 'living.co.uk']) answer(name, HERE)
  expect(await Promise.all(living)).toEqual([HERE, HERE])
  answer('one.dead.example', new Error('nobody answers'))
  await expect.poll(() => asked.at(-1)).not.toBe('living.co.uk')
})

test('a name that is quickly found not to be there holds up nobody, and waits for nobody', async () => {
  const here = resolver()
  const { asked, names, answer } = here
  const missing = names('missing.example.net', {})
  answer('missing.example.net', new Error('there is none'))
  await expect(missing).rejects.toThrow('there is none')
  await takeLong(here, 'silent.test')
  asked.length = 0
  void names('silent.test', {})
  void names('missing.example.net', {})
  await Promise.resolve()
  expect(asked).toEqual(['silent.test', 'missing.example.net'])
})

test('who answers quickly again waits no longer', async () => {
  const here = resolver()
  const { asked, names, answer } = here
  await takeLong(here, 'silent.test')
  await takeLong(here, 'was-slow.test')
  const again = names('was-slow.test', {})
  await Promise.resolve()
  answer('was-slow.test', HERE)
  await again
  asked.length = 0
  void names('silent.test', {})
  void names('was-slow.test', {})
  await Promise.resolve()
  expect(asked).toEqual(['silent.test', 'was-slow.test'])
})

test('no more than two are asked for at once, and the next when one is answered', async () => {
  const { asked, names, answer } = resolver()
  const all = ['a', 'b', 'c'].map((name) => names(name, {}))
  await Promise.resolve()
  expect(asked).toEqual(['a', 'b'])
  answer('a', HERE)
  await expect.poll(() => asked).toEqual(['a', 'b', 'c'])
  answer('b', HERE)
  answer('c', HERE)
  expect(await Promise.all(all)).toEqual([HERE, HERE, HERE])
})

test('who asks for the same name meanwhile shares the answer, and later it is asked for anew', async () => {
  const { asked, names, answer } = resolver()
  const both = [names('a', {}), names('a', {})]
  answer('a', HERE)
  expect(await Promise.all(both)).toEqual([HERE, HERE])
  expect(asked).toEqual(['a'])
  void names('a', {})
  expect(asked).toEqual(['a', 'a'])
})
