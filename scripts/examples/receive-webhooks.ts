import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { missing } from '@platelight/imaging/testing/machine/outside-programs.ts'
import { workerdCommand } from '../packages/workerd.ts'
import { npm } from './project.ts'

const SECRET = 'whsec_ZXhhbXBsZXMgYXJlIHJ1biB3aXRoIHRoaXM='
const OLD_SECRET = 'whsec_dGhlIG9uZSBiZWZvcmU='

/** The environment of the examples. */
const ENV = { WEBHOOK_SECRET: SECRET, WEBHOOK_SECRET_OLD: OLD_SECRET, PORT: '0' }

/** Runs the example with Node. @throws when a reply is wrong, or it starts without a secret */
export async function checkReceiveWebhooksExpress(folder: string): Promise<void> {
  npm(folder, ['start', '--silent'], { env: { WEBHOOK_SECRET: '' }, expected: 1 })
  await checkReceiveWebhooks(folder, [process.execPath, 'index.js'])
}

/** The other runtimes of its README, tested if they are installed. */
const OTHERS = {
  bun: ['bun', 'index.js'],
  deno: ['deno', 'serve', '--allow-env', '--host', '127.0.0.1', '--port', '0', 'index.js'],
} as const

/** Runs the example with Node and as a Worker, and with Bun and Deno if installed. @throws when a reply is wrong */
export async function checkReceiveWebhooksFetch(folder: string): Promise<void> {
  npm(folder, ['start', '--silent'], { env: { WEBHOOK_SECRET: '' }, expected: 1 })
  await checkReceiveWebhooks(folder, [process.execPath, 'node.js'])
  await checkReceiveWebhooks(folder, await workerdCommand(folder, 'index.js', ENV))
  for (const name of ['bun', 'deno'] as const) {
    const lacks = missing(name)
    if (lacks === undefined) await checkReceiveWebhooks(folder, OTHERS[name])
    else console.log(`skip receive-webhooks-fetch: ${lacks}`)
  }
}

/**
 * Runs a receiving example as a process of its own, and sends it the events of its README and more.
 *
 * @param args the program that starts it
 * @throws when a reply is wrong
 */
async function checkReceiveWebhooks(folder: string, [program, ...args]: readonly [string, ...string[]]): Promise<void> {
  const receiver = spawn(program, args, { cwd: folder, env: { ...process.env, ...ENV } })
  let printed = ''
  for (const stream of [receiver.stdout, receiver.stderr]) stream.on('data', (chunk) => (printed += chunk))
  const ended = once(receiver, 'exit')
  try {
    const url = await addressIn(() => printed)
    const smoke = npm(folder, ['run', 'smoke', '--silent'], { env: { ...ENV, RECEIVER: url } })
    assert.match(smoke, /200 ok[\s\S]*200 duplicate[\s\S]*401 signature_mismatch/)
    npm(folder, ['run', 'smoke', '--silent'], { env: { WEBHOOK_SECRET: 'another', RECEIVER: url }, expected: 1 })

    // Signed by another implementation than that of the package.
    const data = { photo: { id: 'run_1', deletedAt: '2026-11-21T09:31:00.000Z' } }
    const event = { id: 'evt_1', type: 'photo.deleted', createdAt: new Date().toISOString(), data }
    const body = JSON.stringify(event)
    const signed = (secret: string, text = body) => ({
      'content-type': 'application/json',
      'X-Service-Signature': createHmac('sha256', secret).update(text).digest('hex'),
    })
    const send = async (sent: string, headers: Record<string, string>) =>
      (await fetch(url, { method: 'POST', body: sent, headers })).status
    assert.equal(await send(body, signed(SECRET)), 200)
    assert.equal(await send(body, signed(OLD_SECRET)), 200, 'the secret before it is accepted too')
    assert.equal(await send(body.replace('run_1', 'run_2'), signed(SECRET)), 401)
    assert.equal(await send(body, {}), 401)
    const large = `${body}${' '.repeat(2e6)}`
    assert.equal(await send(large, signed(SECRET, large)), 413)

    assert.equal(printed.match(/^ready: run_sample in square, landscape$/gm)?.length, 1, `handled once:\n${printed}`)
    assert.equal(printed.match(/^ignored: photo\.deleted$/gm)?.length, 1, `handled once:\n${printed}`)
  } finally {
    receiver.kill('SIGTERM')
    await ended
  }
}

async function addressIn(printed: () => string): Promise<string> {
  const until = Date.now() + 20_000
  while (Date.now() < until) {
    const [, port] = /(?:http:\S+:|"port":)(\d+)/.exec(printed()) ?? []
    if (port) return `http://127.0.0.1:${port}/hooks/photos`
    await wait(20)
  }
  throw new Error(`the receiver did not start:\n${printed()}`)
}
