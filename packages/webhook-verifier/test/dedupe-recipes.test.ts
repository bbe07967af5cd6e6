import { createRequire } from 'node:module'
import ts from 'typescript'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { type Dedupe, memoryDedupe } from '../src/index.ts'
import { blocks, snippets } from './support/readme.ts'
import { redisInMemory } from './support/redis-in-memory.ts'

// The server's own; here only the README speaks of it.
const Database = createRequire(new URL('../../server/package.json', import.meta.url))('better-sqlite3')

/** What a snippet of the README exports: it is run as it stands there. */
function recipe<Recipe>(name: string): Recipe {
  const code = snippets.find((snippet) => new RegExp(`export (function|const) ${name}\\b`).test(snippet)) ?? ''
  const module = ts.ModuleKind.CommonJS
  const { outputText } = ts.transpileModule(code, { compilerOptions: { module, target: ts.ScriptTarget.ES2022 } })
  const exports: Record<string, unknown> = {}
  new Function('exports', outputText)(exports)
  return exports[name] as Recipe
}

type Query = (sql: string, values: (string | number)[]) => Promise<object[]>

/** Makes a memory for each process that shares it. */
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

  test('knows an event as new once, then in progress, then done; others are not touched', async () => {
    const [here, there] = twice(start())
    expect(await here.begin('a', WINDOW)).toBe('new')
    expect(await there.begin('a', WINDOW)).toBe('in_progress')
    expect(await there.begin('b', WINDOW)).toBe('new')
    await here.done('a')
    expect(await there.begin('a', WINDOW)).toBe('done')
    expect(await here.begin('b', WINDOW)).toBe('in_progress')
  })

  test('gives one of fifty at once the event', async () => {
    const connect = start()
    const states = await Promise.all(Array.from({ length: 50 }, async () => connect().begin('a', WINDOW)))
    expect(states.filter((state) => state === 'new')).toHaveLength(1)
    expect(states.filter((state) => state === 'in_progress')).toHaveLength(49)
  })

  test('takes a released event for new', async () => {
    const [here, there] = twice(start())
    await here.begin('a', WINDOW)
    await here.release('a')
    expect(await there.begin('a', WINDOW)).toBe('new')
  })

  test('remembers what is done for the whole window, and then forgets it', async () => {
    const [here, there] = twice(start())
    await here.begin('a', WINDOW)
    await here.done('a')
    pass(WINDOW - 1)
    expect(await there.begin('a', WINDOW)).toBe('done')
    pass(2)
    expect(await there.begin('a', WINDOW)).toBe('new')
  })

  test('remembers without end where the window has none', async () => {
    const [here, there] = twice(start())
    await here.begin('a', Infinity)
    await here.done('a')
    pass(1e9)
    expect(await there.begin('a', Infinity)).toBe('done')
  })

  test('hands an event on whose process died, before the attempts are over', async () => {
    const [here, there] = twice(start())
    await here.begin('a', WINDOW)
    pass(40)
    expect(await there.begin('a', WINDOW)).toBe('in_progress')
    pass(2_555)
    expect(await there.begin('a', WINDOW)).toBe('new')
  })

  test('keeps what another has finished when the first fails at last', async () => {
    const [here, there] = twice(start())
    await here.begin('a', WINDOW)
    pass(1_000)
    expect(await there.begin('a', WINDOW)).toBe('new')
    await there.done('a')
    await here.release('a')
    expect(await there.begin('a', WINDOW)).toBe('done')
  })

  test.skipIf(name === 'memoryDedupe')('keeps what another is handling when the first fails at last', async () => {
    const [here, there] = twice(start())
    await here.begin('a', WINDOW)
    pass(1_000)
    await there.begin('a', WINDOW)
    await here.release('a')
    expect(await here.begin('a', WINDOW)).toBe('in_progress')
  })
})

const twice = (connect: () => Dedupe): [Dedupe, Dedupe] => [connect(), connect()]
