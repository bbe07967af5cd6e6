import { expect, test, vi } from 'vitest'
import type { LogLevel, Photo } from '../../src/index.ts'
import { redact } from '../../src/transport/redacting-log.ts'
import { hurriedClock } from '../support/hurried-clock.ts'
import { jpeg } from '../support/picture-bytes.ts'
import { clientOf, credits, json, photo, refusal, serve, text } from '../support/scripted-server.ts'

function recorder() {
  const lines: string[] = []
  const at = (level: string) => (line: string) => void lines.push(`${level} ${line}`)
  return { lines, logger: { error: at('error'), warn: at('warn'), info: at('info'), debug: at('debug') } }
}

test('each level logs its own and more severe messages', async () => {
  const shown: Record<string, string[]> = {}
  for (const logLevel of ['off', 'error', 'warn', 'info', 'debug'] satisfies LogLevel[]) {
    const { lines, logger } = recorder()
    const server = await serve(refusal(503, 'overloaded'), json(200, credits, { 'x-ignored-fields': 'colour' }))
    await clientOf(server, { logger, logLevel, clock: hurriedClock() }).account.credits()
    shown[logLevel] = [...new Set(lines.map((line) => line.split(' ')[0] ?? ''))].sort()
  }
  expect(shown).toEqual({
    off: [],
    error: [],
    warn: ['warn'],
    info: ['info', 'warn'],
    debug: ['debug', 'info', 'warn'],
  })
})

test('the level can come from the environment', async () => {
  vi.stubEnv('PLATELIGHT_LOG', 'debug')
  const { lines, logger } = recorder()
  await clientOf(await serve(json(200, credits)), { logger, logLevel: undefined }).account.credits()
  vi.unstubAllEnvs()
  expect(lines.length).toBeGreaterThan(0)
})

test('ignored fields are logged as a warning with their names', async () => {
  const { lines, logger } = recorder()
  const server = await serve(json(200, photo(), { 'x-ignored-fields': 'colour, size' }))
  const client = clientOf(server, { logger, logLevel: 'warn' })
  await client.photos.enhance({ image: 'https://example.com/a.jpg', colour: 'red' } as never)
  expect(lines).toEqual([expect.stringContaining('colour, size')])
})

test('logs and errors never contain a key, a signature or picture bytes', async () => {
  const { lines, logger } = recorder()
  const secret = 'pl_live_4Qm2secret'
  const server = await serve((response, request) => {
    if (request.url.startsWith('/api'))
      return json(200, { id: 'upl_1', url: `${server.url}/u?sig=s1gned` })(response, request)
    if (request.method === 'POST') return json(200, photo())(response, request)
    return text(200, `<html>${request.url} Bearer ${secret}`, 'text/html')(response, request)
  })
  const client = clientOf(server, { apiKey: secret, logger, logLevel: 'debug', maxRetries: 0 })
  await client.photos.enhance({ image: Buffer.concat([jpeg(), Buffer.from('PIXELS')]) })
  const stale = photo({ enhanced: { square: `${server.url}/a.jpg?exp=1&sig=s1gned&token=t0ken` } }) as unknown as Photo
  const error = await client.photos.content(stale, 'square').catch((thrown) => thrown)
  const all = `${lines.join('\n')}\n${error.message}\n${error.excerpt}`
  expect(lines.length).toBeGreaterThan(3)
  expect(all).toContain(`POST /api/mobile/uploads: ${server.url}/api/mobile/uploads, attempt 1`)
  for (const word of ['4Qm2secret', 's1gned', 't0ken', 'PIXELS']) expect(all).not.toContain(word)
})

test('redaction finds credentials in any text', () => {
  expect(redact('Authorization: Bearer abc.def')).toBe('Authorization: [redacted]')
  expect(redact('{"authorization":"Bearer abc"}')).not.toContain('abc')
  expect(redact('got Bearer eyJh.x-y_z= from')).toBe('got Bearer [redacted] from')
  expect(redact('http://h/a?exp=5&sig=ab12&x=1')).toBe('http://h/a?exp=5&sig=[redacted]&x=1')
  expect(redact('/api/unsubscribe?token=abc#x')).not.toContain('abc')
  expect(redact('key pl_live_abcDEF and whsec_a+b/c=')).toBe('key pl_live_[redacted] and whsec_[redacted]')
  expect(redact('a signed design, tokens: 5')).toBe('a signed design, tokens: 5')
})
