import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { nameServer } from '../../test/support/network/name-server.ts'
import { fromHostsFile } from './hosts-file.ts'
import { createNameResolver, type ResolveName } from './name-resolver.ts'

let server: Awaited<ReturnType<typeof nameServer>>
let resolveName: ResolveName
beforeAll(async () => {
  server = await nameServer({
    'both.test': ['2606:4700::1111', '192.0.2.1', '192.0.2.2'],
    'six.test': ['2606:4700::2'],
    'nothing.test': [],
    '.silent.test': 'silent',
  })
  resolveName = createNameResolver({ servers: [server.address] })
})
afterAll(() => server.close())

// The time limits of a look-up, which a busy machine may need longer than, pass only where a test says so. Those of a name
// server are in c-ares.
beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
afterEach(() => void vi.useRealTimers())

test('a name resolves to all its addresses, IPv4 first', async () => {
  const both = [
    { address: '192.0.2.1', family: 4 },
    { address: '192.0.2.2', family: 4 },
    { address: '2606:4700::1111', family: 6 },
  ]
  expect(await resolveName('both.test')).toEqual(both)
  expect(await resolveName('BOTH.test.')).toEqual(both)
  expect(await resolveName('six.test')).toEqual([{ address: '2606:4700::2', family: 6 }])
})

test('an unknown name, one without an address and an invalid name resolve to nothing', async () => {
  for (const name of ['nobody.test', 'nothing.test', '-', '..', `${'a'.repeat(64)}.test`]) {
    expect(await resolveName(name), name).toEqual([])
  }
})

test('localhost is this machine, without a look-up', async () => {
  for (const name of ['localhost', 'hooks.localhost', 'LOCALHOST.']) {
    expect((await resolveName(name)).map(({ address }) => address)).toEqual(['127.0.0.1', '::1'])
  }
  expect(server.asked.filter((question) => question.includes('localhost'))).toEqual([])
})

test('a silent name server is tried twice and delays only its own look-up', async () => {
  const started = performance.now()
  const silent = Promise.all(Array.from({ length: 100 }, (_, index) => resolveName(`n${index}.silent.test`)))
  let over = false
  void silent.then(() => (over = true))
  expect(await resolveName('both.test')).toHaveLength(3)
  expect(over).toBe(false)
  expect((await silent).flat()).toEqual([])
  // The first try waits 750 ms and the second longer. Whether c-ares or our own limit ends it depends on the moment.
  expect(performance.now() - started).toBeGreaterThan(1_400)
})

test('a name server that does not answer for one address family does not hold up the other', async () => {
  vi.useRealTimers()
  const half = await nameServer({ 'half.test': ['192.0.2.7'], 'AAAA half.test': 'silent' })
  const asked = createNameResolver({ servers: [half.address] })
  expect(await asked('half.test')).toEqual([{ address: '192.0.2.7', family: 4 }])
  await half.close()
})

test('the next name server is used when the first is silent', async () => {
  const silent = await nameServer({ 'both.test': 'silent' })
  const both = createNameResolver({ servers: [silent.address, server.address] })
  expect(await both('both.test')).toHaveLength(3)
  await silent.close()
})

test('the hosts file takes precedence: comments, several names, any case', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'platelight-hosts-'))
  const file = join(folder, 'hosts')
  writeFileSync(
    file,
    '# 192.0.2.9 kitchen.test\r\n192.0.2.1\tKitchen.test bar.test # c.test\n::1 kitchen.test\nnonsense kitchen.test\n',
  )
  expect(await fromHostsFile('kitchen.test', file)).toEqual([
    { address: '192.0.2.1', family: 4 },
    { address: '::1', family: 6 },
  ])
  expect(await fromHostsFile('bar.test', file)).toEqual([{ address: '192.0.2.1', family: 4 }])
  expect(await fromHostsFile('c.test', file)).toEqual([])
  expect(await fromHostsFile('test', file)).toEqual([])
  expect(await fromHostsFile('kitchen.test', join(folder, 'none'))).toEqual([])
  rmSync(folder, { recursive: true })
})
