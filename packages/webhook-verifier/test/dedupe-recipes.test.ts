import { createRequire } from 'node:module'
import ts from 'typescript'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { type Dedupe, memoryDedupe } from '../src/index.ts'
import { blocks, snippets } from './support/readme.ts'
import { redisInMemory } from './support/redis-in-memory.ts'

// A dependency of the server. Here only the README uses it.
const Database = createRequire(new URL('../../server/package.json', import.meta.url))('better-sqlite3')

/** Runs a snippet of the README and returns its exports. */
function recipe<Recipe>(name: string): Recipe {
  const code = snippets.find((snippet) => new RegExp(`export (function|const) ${name}\\b`).test(snippet)) ?? ''
  const module = ts.ModuleKind.CommonJS
  const { outputText } = ts.transpileModule(code, { compilerOptions: { module, target: ts.ScriptTarget.ES2022 } })
  const exports: Record<string, unknown> = {}
  new Function('exports', outputText)(exports)
  return exports[name] as Recipe
}

type Query = (sql: string, values: (string | number)[]) => Promise<object[]>

/** Creates a Dedupe for each process that shares the store. */
const memories: Readonly<Record<string, () => () => Dedupe>> = {
  'a table of SQLite': () => {
    const database = new Database(':memory:')
    const [table = ''] = blocks('sql')
    database.exec(table)
    const query = recipe<(database: unknown) => Query>('sqliteQuery')(database)
    const sqlDedupe = recipe<(query: Query) => Dedupe>('sqlDedupe')
    return () => sqlDedupe(query)
  },
  'keys of Redis': () => {
    const redis = redisInMemory()
    const redisDedupe = recipe<(redis: unknown) => Dedupe>('redisDedupe')
    return () => redisDedupe(redis)
  },
  memoryDedupe: () => {
    const one = memoryDedupe()
    return () => one
  },
}

const WINDOW = 259_500

describe.each(Object.entries(memories))('%s', (name, start) => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['Date'] })
  })
  afterEach(() => {
    vi.useRealTimers()
  })
  const pass = (seconds: number) => vi.setSystemTime(Date.now() + seconds * 1000)

  test('reports an event as new once, then in progress, then done, independent of other events', async () => {
    const [here, there] = twice(start())
    expect(await here.begin('a', WINDOW)).toBe('new')
    expect(await there.begin('a', WINDOW)).toBe('in_progress')
    expect(await there.begin('b', WINDOW)).toBe('new')
    await here.done('a')
    expect(await there.begin('a', WINDOW)).toBe('done')
    expect(await here.begin('b', WINDOW)).toBe('in_progress')
  })

  test('gives an event to one of fifty concurrent claims', async () => {
    const connect = start()
    const states = await Promise.all(Array.from({ length: 50 }, async () => connect().begin('a', WINDOW)))
    expect(states.filter((state) => state === 'new')).toHaveLength(1)
    expect(states.filter((state) => state === 'in_progress')).toHaveLength(49)
  })

  test('reports a released event as new', async () => {
    const [here, there] = twice(start())
    await here.begin('a', WINDOW)
    await here.release('a')
    expect(await there.begin('a', WINDOW)).toBe('new')
  })

  test('remembers a finished event for the whole window, and then forgets it', async () => {
    const [here, there] = twice(start())
    await here.begin('a', WINDOW)
    await here.done('a')
    pass(WINDOW - 1)
    expect(await there.begin('a', WINDOW)).toBe('done')
    pass(2)
    expect(await there.begin('a', WINDOW)).toBe('new')
  })

  test('remembers a finished event forever if the window is infinite', async () => {
    const [here, there] = twice(start())
    await here.begin('a', Infinity)
    await here.done('a')
    pass(1e9)
    expect(await there.begin('a', Infinity)).toBe('done')
  })

  test('gives the event of a dead process to a later attempt', async () => {
    const [here, there] = twice(start())
    await here.begin('a', WINDOW)
    pass(40)
    expect(await there.begin('a', WINDOW)).toBe('in_progress')
    pass(2_555)
    expect(await there.begin('a', WINDOW)).toBe('new')
  })

  test('keeps an event that another process finished when the first one fails later', async () => {
    const [here, there] = twice(start())
    await here.begin('a', WINDOW)
    pass(1_000)
    expect(await there.begin('a', WINDOW)).toBe('new')
    await there.done('a')
    await here.release('a')
    expect(await there.begin('a', WINDOW)).toBe('done')
  })

  // The memory of one process has no other process.
  if (name !== 'memoryDedupe')
    test('keeps an event that another process is handling when the first one fails later', async () => {
      const [here, there] = twice(start())
      await here.begin('a', WINDOW)
      pass(1_000)
      await there.begin('a', WINDOW)
      await here.release('a')
      expect(await here.begin('a', WINDOW)).toBe('in_progress')
    })
})

const twice = (connect: () => Dedupe): [Dedupe, Dedupe] => [connect(), connect()]
