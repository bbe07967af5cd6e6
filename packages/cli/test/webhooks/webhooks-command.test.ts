import { createHmac } from 'node:crypto'
import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { verifyWebhook } from '@platelight/webhook-verifier'
import { expect, test } from 'vitest'
import { applyAssignments } from '../../src/actions/webhooks/trigger-actions.ts'
import { EVENT_TYPES } from '../../src/generated/webhook-event-types.ts'
import { delaysOf } from '../../src/webhooks/attempt-schedule.ts'
import { folderWith } from '../support/folder-with.ts'
import { SECRET, webhooks } from '../support/run-webhooks.ts'
import { receiver } from '../support/webhook-receiver.ts'

const jsonLines = (text: string): Record<string, unknown>[] =>
  text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line))

const vectors: readonly { secret: string; payload: string; signature: string }[] = JSON.parse(
  readFileSync(new URL('../../../webhook-verifier/test/vectors.json', import.meta.url), 'utf8'),
)

test.each(vectors)(
  'sign and verify agree with the reference signature $signature',
  async ({ secret, payload, signature }) => {
    const cwd = folderWith({ body: payload, secret: `${secret}\n` })
    const signed = await webhooks(cwd, ['sign', 'body', '--secret-file', 'secret'])
    expect([signed.code, signed.stdout]).toEqual([0, `${signature}\n`])
    const piped = await webhooks(cwd, ['sign', '-', '--secret-file', 'secret', '--json'], payload)
    expect(piped.json()).toEqual({ signature, header: 'X-Service-Signature' })
    const verified = await webhooks(cwd, [
      'verify',
      'body',
      '--secret-file',
      'secret',
      '--signature',
      signature.toUpperCase(),
    ])
    expect([verified.code, verified.stdout]).toEqual([0, expect.stringMatching(/^valid/)])
  },
)

const BODY =
  '{"id":"evt_1","type":"photo.deleted","createdAt":"2026-01-02T03:04:05.000Z","data":{"photo":{"id":"ph_1"}}}'
const mac = (body: string, key: string = SECRET) => createHmac('sha256', key).update(body).digest('hex')

test.each([
  ['another secret', BODY, mac(BODY, 'other'), 'does not match these bytes with the variable HOOK_SECRET'],
  ['a newline at the end', `${BODY}\n`, mac(BODY), 'without the newline at the end'],
  ['changed line ends', BODY.replace(',', ',\r\n'), mac(BODY.replace(',', ',\n')), 'the line ends were changed'],
  ['a reformatted body', JSON.stringify(JSON.parse(BODY), null, 2), mac(BODY), 'parsed and printed again'],
  ['a key without whsec_', BODY, mac(BODY, SECRET.slice(6)), 'without the whsec_'],
  ['half a signature', BODY, mac(BODY).slice(32), 'must be 64 hex characters'],
])('a wrong signature exits with 10 and states the reason: %s', async (_, body, signature, reason) => {
  const args = ['verify', 'body', '--secret-env', 'HOOK_SECRET', '--signature', signature]
  const { code, stderr, stdout } = await webhooks(folderWith({ body }), args)
  expect({ code, stdout }).toEqual({ code: 10, stdout: '' })
  expect(stderr).toContain(reason)
  expect(stderr).not.toContain(SECRET)
})

test.each([
  [['verify', 'body', '--secret-env', 'HOOK_SECRET'], 'Give the signature with --signature'],
  [['sign', 'nowhere', '--secret-env', 'HOOK_SECRET'], 'nowhere cannot be read'],
  [['sign', 'body', '--secret-env', 'NOT_THERE'], 'the variable NOT_THERE is not set'],
  [['sign', 'body', '--secret-file', 'blank'], 'has whitespace around it'],
  [['sign', 'body', '--secret-file', 'empty'], 'empty is empty'],
  [['sign', 'body', '--secret-file', 'blank', '--secret-env', 'HOOK_SECRET'], 'not both'],
  [['listen', '--register', '--secret-env', 'HOOK_SECRET'], 'With --register the server creates the secret'],
  [['trigger', 'photo.eaten', '--to', 'localhost:1'], "'photo.eaten' is invalid for argument 'event'"],
  [['trigger', 'photo.deleted'], "required option '--to <url>'"],
  [['trigger', 'photo.deleted', '--to', 'ftp://x.example'], 'must be an http(s) address'],
  [['trigger', 'photo.deleted', '--to', 'http://me:pw@localhost:1'], 'must not contain a name or password'],
  [['trigger', 'photo.deleted', '--to', 'localhost:1', '--set', 'data'], 'write it as path=value'],
  [['trigger', 'photo.deleted', '--to', 'localhost:1', '--set', 'type=x'], 'the type of the event cannot be changed'],
  [['trigger', 'photo.deleted', '--to', 'localhost:1', '--set', '__proto__.x=1'], 'no such path'],
  [['trigger', 'photo.deleted', '--to', 'localhost:1', '--set', 'data.photo.id.x=1'], 'holds a value, not fields'],
  [
    ['trigger', 'credit.depleted', '--to', 'localhost:1', '--set', 'data.credits.balance=x'],
    'what is there is a number',
  ],
  [['trigger', 'credit.depleted', '--to', 'localhost:1', '--from', 'body'], 'body contains photo.deleted, not'],
  [['trigger', 'photo.deleted', '--to', 'localhost:1', '--from', 'empty'], 'empty contains no event'],
  [['trigger', 'photo.deleted', '--to', 'localhost:1', '--all-attempts'], 'needs --schedule'],
  [['replay', 'body', '--to', 'localhost:1'], 'body is not a saved event'],
  [['listen', '--port', '70000'], 'a whole number from 0 to 65535'],
  [['listen', '--events', 'photo.eaten'], '"photo.eaten" is none of'],
  [['listen', '--forward-to', 'nonsense://'], 'must be an http(s) address'],
])('%j is wrong usage: exit 2 with a message', async (args, sentence) => {
  const cwd = folderWith({ body: BODY, blank: ` ${SECRET}`, empty: '\n' })
  const { code, stderr } = await webhooks(cwd, args)
  expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining(sentence) })
  expect(stderr).not.toMatch(/^\s+at /m)
})

test.each(EVENT_TYPES)('a sample of %s passes verification and has a new id each time', async (type) => {
  const { url, received } = await receiver(204)
  const cwd = folderWith()
  for (const _ of [1, 2]) {
    expect((await webhooks(cwd, ['trigger', type, '--to', url, '--secret-env', 'HOOK_SECRET'])).code).toBe(0)
  }
  const ids = await Promise.all(
    received.map(async ({ body, headers }) => (await verifyWebhook(body, headers, { secrets: SECRET })).event),
  )
  expect(ids.map((event) => event.type)).toEqual([type, type])
  expect(ids[0]?.id).not.toBe(ids[1]?.id)
})

test('the Standard Webhooks headers are sent, signed with the decoded part of the secret', async () => {
  const { url, received } = await receiver(200)
  await webhooks(folderWith(), ['trigger', 'photo.deleted', '--to', url, '--secret-env', 'HOOK_SECRET'])
  const { headers, body } = received[0]!
  const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`
  const key = Buffer.from(SECRET.slice(6), 'base64')
  expect(headers['webhook-signature']).toBe(`v1,${createHmac('sha256', key).update(signed).digest('base64')}`)
  expect(headers['webhook-id']).toBe(JSON.parse(body.toString()).id)
})

test('a set field keeps the type of the value it replaces', () => {
  const event = { id: 'evt_1', data: { balance: 1, photo: { id: 'run_1', old: null } } }
  applyAssignments(event, [
    'id=7',
    'data.balance=3',
    'data.photo.old=true',
    'data.photo.tags.0=hot',
    'data.new={"a":[1]}',
    'data.text=x=y',
  ])
  expect(event).toEqual({
    id: '7',
    data: { balance: 3, photo: { id: 'run_1', old: true, tags: { 0: 'hot' } }, new: { a: [1] }, text: 'x=y' },
  })
})

test('an event from a file is sent byte for byte, with a note about its date', async () => {
  const { url, received } = await receiver(200)
  const cwd = folderWith({ 'event.json': `${BODY.replace(',', ' ,\n ')}\n` })
  const args = ['trigger', 'photo.deleted', '--to', url, '--from', 'event.json', '--secret-env', 'HOOK_SECRET']
  const { code, stderr } = await webhooks(cwd, args)
  expect([code, stderr]).toEqual([0, expect.stringContaining('evt_1 is of 2026-01-02T03:04:05.000Z')])
  expect(received[0]?.body.equals(readFileSync(join(cwd, 'event.json')))).toBe(true)
  await webhooks(cwd, [...args, '--set', 'data.photo.id=ph_2'])
  expect(JSON.parse(String(received[1]?.body))).toMatchObject({ id: 'evt_1', data: { photo: { id: 'ph_2' } } })
})

test('the real schedule is that of the service, and fast takes a hundredth of the time', () => {
  const seconds = delaysOf('real').map((ms) => ms / 1000)
  expect(seconds).toEqual([0, 5, 30, 120, 600, 1800, 3600])
  expect(delaysOf('fast')).toEqual(seconds.map((value) => value * 10))
})

test('attempts repeat until one is accepted: same bytes and id, in order, none early', async () => {
  const { url, received } = await receiver(500, 302, 503, 200)
  const args = [
    'trigger',
    'photo.deleted',
    '--to',
    url,
    '--schedule',
    'fast',
    '--secret-env',
    'HOOK_SECRET',
    '--ndjson',
  ]
  const { code, stdout } = await webhooks(folderWith(), args)
  expect(code).toBe(0)
  expect(received).toHaveLength(4)
  for (const { body, headers } of received) {
    expect(body.equals(received[0]!.body)).toBe(true)
    expect(headers['x-service-signature']).toBe(received[0]?.headers['x-service-signature'])
    expect(headers['webhook-id']).toBe(received[0]?.headers['webhook-id'])
  }
  const pauses = received.slice(1).map(({ at }, index) => at - received[index]!.at)
  // A timer may fire a little before its millisecond is over.
  for (const [index, least] of [50, 300, 1200].entries()) expect(pauses[index]).toBeGreaterThan(least - 2)
  const events = jsonLines(stdout)
  expect(events.filter(({ type }) => type === 'attempt').map(({ number, status }) => [number, status])).toEqual([
    [1, 500],
    [2, 302],
    [3, 503],
    [4, 200],
  ])
  expect(events.at(-1)).toMatchObject({ type: 'summary', delivered: true, delivered_at_attempt: 4 })
})

test('--all-attempts continues after an accepted attempt, so that repeats can be tested', async () => {
  const { url, received } = await receiver(200)
  const args = ['trigger', 'photo.deleted', '--to', url, '--schedule', 'fast', '--all-attempts', '--ndjson']
  // Three attempts are enough; a signal ends the rest.
  const running = webhooks(folderWith(), args)
  await expect.poll(() => received.length).toBeGreaterThanOrEqual(3)
  process.emit('SIGINT')
  const { code, stderr } = await running
  expect([code, stderr]).toEqual([130, 'Stopped; the event will not be sent again.\n'])
  expect(new Set(received.map(({ body }) => body.toString())).size).toBe(1)
})

test.each([
  ['rejected', [400], 1, '400'],
  ['redirected, which is not followed', [301], 1, '301'],
])('an event that is %s exits with 1', async (_, statuses, code, status) => {
  const { url, received } = await receiver(...statuses)
  const result = await webhooks(folderWith(), ['trigger', 'photo.deleted', '--to', url])
  expect([result.code, result.stdout]).toEqual([code, expect.stringContaining(`[${status}]`)])
  expect(result.stdout).toContain(`answer ${status}`)
  expect(received).toHaveLength(1)
})

test.each(['--secret', '--secret-env', '--secret-file'])(
  'a secret given as the value of %s is refused and not printed',
  async (flag) => {
    for (const option of [[flag, 'whsec_c2VjcmV0'], [`${flag}=whsec_c2VjcmV0`]]) {
      const { code, stdout, stderr } = await webhooks(folderWith({ body: BODY }), ['sign', 'body', ...option])
      expect([code, stdout, stderr]).toEqual([
        2,
        '',
        expect.stringContaining('because other processes can read arguments'),
      ])
      expect(stderr).not.toContain('c2VjcmV0')
    }
  },
)

test('an unreachable receiver exits with 8', async () => {
  const { url, close } = await receiver()
  await close()
  const refused = await webhooks(folderWith(), ['trigger', 'photo.deleted', '--to', url])
  expect([refused.code, refused.stdout]).toEqual([8, expect.stringMatching(/\[refused\].*nothing listens there/)])
  const secure = await webhooks(folderWith(), [
    'trigger',
    'photo.deleted',
    '--to',
    (await receiver()).url.replace('http', 'https'),
  ])
  expect([secure.code, secure.stdout]).toEqual([8, expect.stringMatching(/\[tls\].*is it http:/)])
  const late = await receiver(0)
  const args = ['trigger', 'photo.deleted', '--to', late.url, '--timeout', '0.2']
  const unanswered = await webhooks(folderWith(), args)
  expect([unanswered.code, unanswered.stdout]).toEqual([8, expect.stringContaining('[timeout]')])
})

test('listen creates a secret for this machine once, readable only by its owner', async () => {
  const cwd = folderWith()
  const first = await webhooks(cwd, ['listen', '--print-secret'])
  expect(first.stdout).toMatch(/^whsec_[A-Za-z0-9+/]{43}=\n$/)
  const second = await webhooks(cwd, ['listen', '--print-secret', '--json'])
  expect(second.json()).toEqual({ secret: first.stdout.trim() })
  if (process.platform !== 'win32') {
    expect(statSync(join(cwd, '.config/platelight/webhook-secret')).mode & 0o777).toBe(0o600)
  }
  const { url, received } = await receiver()
  await webhooks(cwd, ['trigger', 'photo.deleted', '--to', url])
  const { body, headers } = received[0]!
  expect((await verifyWebhook(body, headers, { secrets: first.stdout.trim() })).event.type).toBe('photo.deleted')
})
