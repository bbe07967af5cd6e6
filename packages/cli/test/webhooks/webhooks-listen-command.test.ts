import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { verifyWebhook } from '@platelight/webhook-verifier'
import { sampleEvent, signPayload } from '@platelight/webhook-verifier/testing'
import { expect, test } from 'vitest'
import { savedEventIn, saveEvent } from '../../src/webhooks/saved-event.ts'
import { folderWith } from '../support/folder-with.ts'
import { command } from '../support/run-command.ts'
import { env, SECRET, webhooks } from '../support/run-webhooks.ts'
import { receiver } from '../support/webhook-receiver.ts'

/** Starts `platelight webhooks listen`; `stop` interrupts it and returns its exit code and events. */
async function startListening(cwd: string, ...args: string[]) {
  const lines: string[] = []
  const running = command(['webhooks', 'listen', '--port', '0', '--ndjson', '--secret-env', 'HOOK_SECRET', ...args], {
    cwd,
    env,
    onLine: (line) => lines.push(line),
  })
  await expect.poll(() => lines.length).toBeGreaterThan(0)
  const { url } = JSON.parse(lines[0]!) as { url: string }
  const send = (body: string, headers: Record<string, string>) => fetch(url, { method: 'POST', body, headers })
  const stop = async () => {
    process.emit('SIGINT')
    const { code } = await running
    return { code, events: lines.map((line) => JSON.parse(line) as Record<string, unknown>) }
  }
  return { url, send, stop }
}

test('listen forwards the same bytes and headers, and returns the answer of the receiver', async () => {
  const target = await receiver(202, 500)
  const { send, stop } = await startListening(folderWith(), '--forward-to', target.url)
  const event = sampleEvent('photo.enhancement.completed')
  const { body, headers } = signPayload(`${JSON.stringify(event, null, 2)}\n`, SECRET)
  const first = await send(body, { ...headers, 'X-Something': 'Else' })
  expect([first.status, first.headers.get('x-from'), await first.text()]).toEqual([202, 'receiver', 'answer 202'])
  expect((await send(body, headers)).status).toBe(500)
  const [forwarded] = target.received
  expect(forwarded?.body.toString()).toBe(body)
  expect(forwarded?.headers).toMatchObject({ ...headers, 'x-something': 'Else', host: new URL(target.url).host })
  const { code, events } = await stop()
  expect(code).toBe(0)
  expect(events.filter(({ type }) => type === 'event').map(({ id, again }) => [id, again])).toEqual([
    [event.id, false],
    [event.id, true],
  ])
  expect(events.at(-1)).toMatchObject({ type: 'summary', events: 2, again: 1, failed: 1, refused: 0 })
})

test('listen refuses and does not forward requests that fail verification', async () => {
  const target = await receiver()
  const { url, send, stop } = await startListening(folderWith(), '--forward-to', target.url)
  const { body, headers } = signPayload(sampleEvent('credit.depleted'), SECRET)
  const old = signPayload(sampleEvent('credit.depleted', { createdAt: '2020-01-01T00:00:00.000Z' }), SECRET)
  const statuses = [
    (await send(body, {})).status,
    (await send(`${body} `, headers)).status,
    (await send(body, { ...headers, 'x-service-signature': 'f'.repeat(64) })).status,
    (await send(old.body, old.headers)).status,
    (await send('x'.repeat(1_048_577), headers)).status,
    (await fetch(url)).status,
  ]
  expect(statuses).toEqual([401, 401, 401, 400, 413, 405])
  expect(target.received).toEqual([])
  const { events } = await stop()
  expect(events.filter(({ type }) => type === 'refused').map(({ code }) => code)).toEqual([
    'signature_missing',
    'signature_mismatch',
    'signature_mismatch',
    'outside_window',
  ])
})

test('listen answers 502 if the receiver is unreachable, so that the sender tries again', async () => {
  // Nobody listens at port 1. Another test could take a port that was just given back.
  const { send, stop } = await startListening(folderWith(), '--forward-to', 'http://127.0.0.1:1/hooks')
  const { body, headers } = signPayload(sampleEvent('credit.depleted'), SECRET)
  expect((await send(body, headers)).status).toBe(502)
  expect((await stop()).events.at(-1)).toMatchObject({ events: 1, failed: 1 })
})

test('listen forwards only the selected events, and works without a receiver', async () => {
  const target = await receiver(418)
  const { send, stop } = await startListening(folderWith(), '--forward-to', target.url, '--events', 'photo.deleted')
  const { body, headers } = signPayload(sampleEvent('credit.depleted'), SECRET)
  expect((await send(body, headers)).status).toBe(200)
  expect(target.received).toEqual([])
  await stop()
  const alone = await startListening(folderWith())
  expect((await alone.send(body, headers)).status).toBe(200)
  await alone.stop()
})

test('replay sends saved events with the same bytes and headers, and signs them again only with --secret-file', async () => {
  const cwd = folderWith()
  const { send, stop } = await startListening(cwd, '--save', 'events')
  const { body, headers } = signPayload(sampleEvent('photo.deleted', { id: 'evt_../1' }), SECRET)
  await send(body, { ...headers, 'X-Something': 'Else' })
  await send(body, headers)
  await stop()
  const names = readdirSync(join(cwd, 'events'))
  expect(names).toEqual([expect.stringMatching(/-photo\.deleted-evt_.*1\.json$/)])
  const file = join('events', names[0]!)
  if (process.platform !== 'win32') expect(statSync(join(cwd, file)).mode & 0o777).toBe(0o600)
  const verified = await webhooks(cwd, ['verify', file, '--secret-env', 'HOOK_SECRET'])
  expect([verified.code, verified.stdout]).toEqual([0, 'valid  evt_../1 photo.deleted\n'])

  const { url, received } = await receiver()
  expect((await webhooks(cwd, ['replay', file, file, '--to', url])).code).toBe(0)
  expect(received.map((request) => request.body.toString())).toEqual([body, body])
  expect(received[0]?.headers).toMatchObject({ ...headers, 'x-something': 'Else' })
  writeFileSync(join(cwd, 'new'), 'another secret')
  await webhooks(cwd, ['replay', file, '--to', url, '--secret-file', 'new'])
  expect(received[2]?.body.toString()).toBe(body)
  expect(received[2]?.lines.filter((name) => name.toLowerCase() === 'x-service-signature')).toHaveLength(1)
  expect((await verifyWebhook(body, received[2]!.headers, { secrets: 'another secret' })).event.id).toBe('evt_../1')
})

test('a body that is not valid UTF-8 is saved unchanged', async () => {
  const cwd = folderWith()
  const body = Buffer.from([0x7b, 0xff, 0xfe, 0x7d])
  const path = saveEvent(cwd, { id: 'evt_1', type: 'x', createdAt: '' }, { headers: [['A', 'b']], body })
  expect(savedEventIn(readFileSync(path))).toEqual({ headers: [['A', 'b']], body })
})

test('replay reports the result of each event and notes events that are too old', async () => {
  const cwd = folderWith()
  const saved = (id: string, createdAt: string) =>
    JSON.stringify({
      kind: 'platelight-webhook',
      schemaVersion: 1,
      headers: [['Content-Type', 'application/json']],
      body: JSON.stringify({ id, type: 'photo.deleted', createdAt, data: {} }),
    })
  writeFileSync(join(cwd, 'a.json'), saved('evt_a', '2020-01-01T00:00:00.000Z'))
  writeFileSync(join(cwd, 'b.json'), saved('evt_b', new Date().toISOString()))
  const { url } = await receiver(400, 200)
  const { code, stderr, stdout } = await webhooks(cwd, ['replay', 'a.json', 'b.json', '--to', url])
  expect(code).toBe(3)
  expect(stderr).toContain(
    'evt_a is of 2020-01-01T00:00:00.000Z: by default, receivers accept events up to three days old',
  )
  expect(stderr).not.toContain('evt_b is of')
  expect(stdout).toContain('→ evt_a photo.deleted\n← [400]')
})
