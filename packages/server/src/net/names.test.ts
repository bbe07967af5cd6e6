import type { LookupAddress } from 'node:dns'
import { expect, test } from 'vitest'
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

test('names that failed before wait for each other, and others are asked for beside them', async () => {
  const { asked, names, answer } = resolver()
  const dead = ['dead-1', 'dead-2', 'dead-3']
  for (const name of dead) {
    const first = names(name, {})
    answer(name, new Error('nobody answers'))
    await expect(first).rejects.toThrow('nobody answers')
  }
  asked.length = 0
  for (const name of dead) names(name, {}).catch(() => {})
  const living = names('living', {})
  await Promise.resolve()
  expect(asked).toEqual(['dead-1', 'living'])
  answer('living', HERE)
  expect(await living).toEqual(HERE)
  answer('dead-1', HERE)
  await expect.poll(() => asked).toEqual(['dead-1', 'living', 'dead-2'])
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
