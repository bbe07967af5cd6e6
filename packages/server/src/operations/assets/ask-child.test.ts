import { expect, test } from 'vitest'
import { askChild } from './ask-child.ts'

const LIMITS = { seconds: 60, memory: 600e6, answer: 1e6 }
const { signal } = new AbortController()
const ask = (program: string, limits: Partial<typeof LIMITS> = {}) =>
  askChild(program, Buffer.from('soup'), { ...LIMITS, ...limits }, signal)

test('a child gets its input and nothing of the environment, and what it prints is the answer', async () => {
  const program =
    'const input = []; for await (const part of process.stdin) input.push(part); process.stdout.write(Buffer.concat(input) + JSON.stringify(process.env))'
  expect(await ask(program)).toBe('soup{}')
})

test.each([
  ['never ends', 'for (;;) {}', { seconds: 1 }],
  ['prints without an end', 'const more = () => process.stdout.write("x".repeat(1e5), more); more()', {}],
  ['takes ever more memory', 'const all = []; for (;;) all.push(Buffer.alloc(1e7, 1))', {}],
  ['ends badly', 'process.exit(3)', {}],
])('a child that %s has no answer', async (_, program, limits) => {
  expect(await ask(program, limits)).toBeUndefined()
})
