import { type ChildProcess, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Platelight } from '@platelight/sdk'
import sharp from 'sharp'
import { expect, onTestFinished, test } from 'vitest'
import { effort, seed } from '../../../../scripts/workspace/test-effort.ts'
import { WITHOUT_NETWORKS } from '../../../server/test/support/models/without-networks.ts'
import { lineWith, serverBin, start, tree } from '../support/cli-process.ts'
import { dish } from '../support/drawn-dishes.ts'
import { folderWith } from '../support/folder-with.ts'

const KILLS = effort(8, 30)
/** At night a thousand runs are killed and resumed. */
const SEEDS = Array.from({ length: effort(1, 34) }, (_, round) => seed + round)
const CREDITS = 100
const FORMATS = ['square', 'landscape'] as const
const NAMES = ['', 'lunch/', 'lunch/specials/', 'drinks & more/'].flatMap((folder) =>
  ['ramen', 'pho', 'udon', 'soba'].slice(0, effort(2, 4)).map((name) => `${folder}${name}.jpg`),
)
const RESULTS = NAMES.flatMap((name) => FORMATS.map((format) => `${name.replace('.jpg', '')}-${format}.jpg`))
const ARGS = ['enhance', 'menu', '--out', 'out', '--recursive', '--yes', '--no-upscale', '--concurrency', '2']

const title =
  'a folder run with random kills of client and server gives every photo once, complete, charged once (seed %i)'

test.each(SEEDS)(title, async (seedOfRun) => {
  const random = seeded(seedOfRun)
  const originals = Object.fromEntries(
    await Promise.all(NAMES.map(async (name, number) => [`menu/${name}`, await largeDish(number)] as const)),
  )
  const cwd = folderWith(originals)
  const server = await mortalServer(join(cwd, 'server'))
  const { key, env } = await server.customer()
  const client = () => new Platelight({ baseUrl: server.url(), apiKey: key, maxRetries: 0 })
  const run = () => mortalRun([...ARGS, '--formats', FORMATS.join(',')], cwd, env)
  const saved = () => RESULTS.filter((path) => existsSync(join(cwd, 'out', path))).length
  /** A value that changes with every accepted, finished or saved photo. */
  const progress = async () => {
    const [newest] = await client()
      .account.transactions()
      .toArray({ limit: 1 })
      .catch(() => [])
    return `${newest?.id} ${saved()}`
  }

  let current = run()
  const struck = { client: 0, server: 0 }
  for (let kill = 0; kill < KILLS; kill++) {
    if (!current.isAlive()) current = run()
    const before = await progress()
    let moved = false
    while (!moved && current.isAlive()) {
      await sleep(25)
      moved = (await progress()) !== before
    }
    // A random moment after some progress. A run that is ahead of the kills gets less time.
    const ahead = saved() / RESULTS.length > kill / KILLS
    await sleep(random() * (ahead ? 50 : 500))

    const victim = kill % 2 === 0 ? 'client' : 'server'
    if (moved && current.isAlive() && saved() < RESULTS.length) struck[victim]++
    if (victim === 'client') {
      await current.kill()
    } else {
      await server.kill()
      await sleep(random() * 300)
      await server.start()
    }
  }
  // At least every other kill must have hit active work.
  expect(struck.client).toBeGreaterThanOrEqual(KILLS / 4)
  expect(struck.server).toBeGreaterThanOrEqual(KILLS / 4)

  let code = await current.ended
  for (let again = 0; code !== 0 && again < 5; again++) code = await run().ended
  expect(code).toBe(0)

  await expectEveryPhotoOnce(client(), originals, tree(join(cwd, 'out')))
  await expectBalancedBooks(client())
  // The user's files are unchanged.
  expect(Object.keys(tree(join(cwd, 'menu')))).toEqual(NAMES.toSorted())
  for (const [name, bytes] of Object.entries(tree(join(cwd, 'menu')))) {
    expect(bytes.equals(originals[`menu/${name}`]!), name).toBe(true)
  }
  await server.stop()
  expect(Object.keys(tree(join(cwd, 'server/blobs/tmp')))).toEqual([])
  expect(Object.keys(tree(join(cwd, 'server/incoming')))).toEqual([])
})

/** The folder contains exactly the server's result of each original, under the name of the original. */
async function expectEveryPhotoOnce(
  client: Platelight,
  originals: Readonly<Record<string, Uint8Array>>,
  out: Readonly<Record<string, Buffer>>,
): Promise<void> {
  const nameOf = new Map(Object.entries(originals).map(([name, bytes]) => [sha256(bytes), name.slice('menu/'.length)]))
  const pictures = await client.me.images().toArray({ limit: 1_000 })
  const made: string[] = []
  for (const { original_url, outputs } of pictures) {
    const name = nameOf.get(sha256(await bytesAt(original_url ?? '')))
    for (const { name: format, url } of outputs) {
      const path = `${name?.replace('.jpg', '')}-${format}.jpg`
      made.push(path)
      expect(out[path] && sha256(out[path]), path).toBe(sha256(await bytesAt(url)))
      expect((await sharp(out[path]).stats()).channels).toHaveLength(3)
    }
  }
  expect(made.toSorted()).toEqual(RESULTS.toSorted())
  expect(Object.keys(out).filter((path) => !isRecord(path))).toEqual(RESULTS.toSorted())
}

/** There is one charge per photo and no open hold, and the entries sum to the balance. */
async function expectBalancedBooks(client: Platelight): Promise<void> {
  const entries = await client.account.transactions().toArray({ limit: 1_000 })
  const about = (type: string) => entries.filter((entry) => entry.type === type).map(({ reference }) => reference)
  const [holds, charges, releases] = [about('hold'), about('charge'), about('release')]
  expect(charges).toHaveLength(NAMES.length)
  expect(new Set(charges).size).toBe(NAMES.length)
  expect([...charges, ...releases].toSorted()).toEqual(holds.toSorted())
  const sum = entries.reduce((total, { amount }) => total + amount, 0)
  expect(sum).toBe(CREDITS - NAMES.length)
  expect((await client.account.credits()).credits).toBe(sum)
}

/** The only other file in the results folder is the ledger. */
const isRecord = (path: string) => /(^|\/)\.platelight-batch\.[\w.]+$/.test(path)

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
const bytesAt = async (url: string) => new Uint8Array(await (await fetch(url)).arrayBuffer())

/** Large enough that the work on it takes long enough for a kill. */
const largeDish = async (number: number) =>
  sharp(await dish(number))
    .resize(2_000)
    .jpeg({ quality: 92 })
    .toBuffer()

function mortalRun(args: readonly string[], cwd: string, env: Readonly<Record<string, string>>) {
  const { child, ended } = start(args, { cwd, env })
  onTestFinished(() => void child.kill('SIGKILL'))
  return {
    isAlive: () => child.exitCode === null && child.signalCode === null,
    ended: ended.then(({ code }) => code),
    async kill() {
      child.kill('SIGKILL')
      await ended
    },
  }
}

/** A remote server that restarts at the same address with the same data. */
async function mortalServer(data: string) {
  let child: ChildProcess | undefined
  let url = ''
  const launch = async (): Promise<void> => {
    const port = url === '' ? '0' : new URL(url).port
    child = spawn(
      process.execPath,
      [serverBin(), 'start', '--data', data, '--port', port, '--embedded', '--ready-json'],
      { stdio: ['pipe', 'pipe', 'ignore'], env: { ...process.env, ...WITHOUT_NETWORKS } },
    )
    url = (JSON.parse(await lineWith(child, '"ready"')) as { url: string }).url
  }
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    const gone = once(child, 'exit')
    child.kill(signal)
    await gone
  }
  onTestFinished(() => end('SIGKILL'))
  await launch()
  return {
    url: () => url,
    start: launch,
    kill: () => end('SIGKILL'),
    stop: () => end('SIGTERM'),
    async customer() {
      const maker = spawn(process.execPath, [
        ...[serverBin(), 'keys', 'create', '--data', data, '--email', 'chef@example.com'],
        ...['--plan', 'Enterprise', '--credits', String(CREDITS), '--json'],
      ])
      const { key } = JSON.parse(await lineWith(maker, '"key"')) as { key: string }
      return { key, env: { PLATELIGHT_BASE_URL: url, PLATELIGHT_API_KEY: key } }
    },
  }
}

/** A seeded generator of numbers from 0 to 1. */
function seeded(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 4_294_967_296
  }
}
