import { expect, test } from 'vitest'
import { createProxyWatch, type UncoveredProxy } from './proxy-watch.ts'

function watch(trustProxy: number) {
  const said: string[] = []
  const noted: UncoveredProxy[] = []
  let now = 0
  const logger = { warn: (_: object, text: string) => void said.push(text) }
  const stage = createProxyWatch({
    trustProxy,
    elapsed: () => now,
    logger: logger as never,
    noteProxy: (one) => void noted.push(one),
  })
  let passed = 0
  const send = (ip: string, forwarded?: string) =>
    stage(
      { ip, headers: forwarded === undefined ? {} : { 'x-forwarded-for': forwarded } } as never,
      {} as never,
      () => {
        passed++
      },
    )
  return { send, said, noted, later: (ms: number) => (now += ms), passed: () => passed }
}

test('a proxy that is not covered is told once in the log, and noted once an hour', () => {
  const { send, said, noted, later, passed } = watch(0)
  send('10.0.0.5', '203.0.113.7')
  send('10.0.0.5', '203.0.113.8')
  later(3_600_001)
  send('10.0.0.6', '203.0.113.8')
  expect(said).toEqual([expect.stringMatching(/proxy at 10\.0\.0\.5 .*PLATELIGHT_TRUST_PROXY \(0\) .* 1 if this/)])
  expect(noted).toEqual([
    { address: '10.0.0.5', trusted: 0 },
    { address: '10.0.0.6', trusted: 0 },
  ])
  expect(passed()).toBe(3)
})

test('so is a second proxy behind the one that is trusted, on IPv6 too', () => {
  const { send, noted } = watch(1)
  send('fd00::1', '203.0.113.7, fd00::1')
  expect(noted).toEqual([{ address: 'fd00::1', trusted: 1 }])
})

test.each([
  ['no proxy', 0, '10.0.0.5', undefined],
  ['a stranger who claims an address', 0, '203.0.113.7', '198.51.100.1'],
  ['a proxy that is covered', 1, '203.0.113.7', '203.0.113.7'],
  ['a caller of the same network behind it', 1, '192.168.1.7', '192.168.1.7'],
])('nothing is said of %s', (_, trusted, ip, forwarded) => {
  const { send, said, noted } = watch(trusted)
  send(ip, forwarded)
  expect([said, noted]).toEqual([[], []])
})
