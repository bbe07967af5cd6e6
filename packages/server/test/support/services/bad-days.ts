import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { Platelight } from '@platelight/sdk'
import { expect } from 'vitest'
import { createShell } from '../../../../../scripts/first-hour/shell.ts'
import type { PageStep } from '../../../../../scripts/first-hour/steps.ts'
import { startS3 } from '../blobs/s3-server.ts'
import { dishPhoto } from '../dish-photos.ts'
import { startSmtp } from '../mail/smtp-receiver.ts'
import { WITHOUT_NETWORKS } from '../models/without-networks.ts'
import { imageHost } from '../network/image-host.ts'
import { BIN } from '../server-process.ts'
import { gateTo } from './database-gate.ts'
import { startCluster } from './postgres-cluster.ts'

const READY = 'Platelight is ready'

/**
 * The machines of an operator, for the pages in `docs/operating/`: one with a folder, one whose folder is on a small disk, and one with
 * PostgreSQL and S3. What happens to them and what is looked at afterwards has the names that the pages use.
 *
 * @param clone the folder of the project, which is built
 */
export async function createBadDays(clone: string) {
  const root = mkdtempSync(join(tmpdir(), 'platelight-days-'))
  const programs = join(root, 'bin')
  mkdirSync(programs)
  symlinkSync(BIN, join(programs, 'platelight-server'))
  // Set, so that the started process is the server itself.
  const common = {
    PATH: `${programs}:${process.env.PATH}`,
    MALLOC_ARENA_MAX: '2',
    PLATELIGHT_THREADS: '1',
    ...WITHOUT_NETWORKS,
  }
  const machine = (name: string, more: { env?: Record<string, string>; enter?: readonly string[] } = {}) => {
    const folder = join(root, name)
    mkdirSync(folder, { recursive: true })
    return createShell({ clone, folder, ...more, env: { ...common, ...more.env } })
  }
  const single = await machine('single')
  single.env.PLATELIGHT_METRICS_PORT = single.addressed('127.0.0.1:9464').replace(/^.*:/, '')

  const closing: (() => Promise<unknown> | unknown)[] = [() => single.stopAll()]
  const photo = new Uint8Array(await dishPhoto({ width: 320, height: 240 }))
  let shell = single
  let printed = ''
  let waiting: Promise<number> | undefined

  const ask = (path: string, init: RequestInit = {}) =>
    fetch(shell.url + path, { ...init, headers: { authorization: `Bearer ${shell.key()}`, ...init.headers } })
  const enhance = (): Promise<number> => {
    const client = new Platelight({ baseUrl: shell.url, apiKey: shell.key() ?? '', maxRetries: 0 })
    return client.photos.enhance({ image: photo, formats: ['square'] }).then(
      () => 200,
      ({ status }: { status: number }) => status,
    )
  }
  const credits = async () => ((await (await ask('/v1/account/credits')).json()) as { credits: number }).credits
  const isReady = () => expect.poll(async () => (await ask('/health/ready').catch(() => undefined))?.status).toBe(200)
  const type = async (commands: string, expected: Partial<PageStep> = {}) => {
    const none = { prints: [], writes: [], exits: 0, stays: undefined, elsewhere: [] }
    return shell.type({ kind: 'commands', commands, ...none, ...expected })
  }
  /** A server that a supervisor keeps, whose process id the pages call $PID. */
  const supervise = async (command: string) => {
    const { child } = await shell.leave(`exec ${command}\n`, READY)
    shell.env.PID = String(child.pid)
    return child
  }
  const customer = () =>
    type('platelight-server keys create --init --email kitchen@example.com --credits 100 --plan Enterprise\n')

  /** A disk that only its own shell sees. */
  const onSmallDisk = async () => {
    const folder = join(root, 'small')
    mkdirSync(folder)
    const script = `mount -t tmpfs -o size=64m tmpfs '${folder}' && echo mounted && exec cat`
    const holder: ChildProcess = spawn('unshare', ['-rm', 'sh', '-c', script], { stdio: ['pipe', 'pipe', 'inherit'] })
    await once(createInterface({ input: holder.stdout! }), 'line')
    const enter = ['nsenter', `--target=${holder.pid}`, '--user', '--mount', '--preserve-credentials']
    shell = await machine('small', { enter, env: { PLATELIGHT_MIN_FREE_MB: '2' } })
    const small = shell
    closing.unshift(() => small.stopAll().then(() => holder.kill()))
    await customer()
    await supervise('platelight-server start')
  }

  const services = async () => {
    const [cluster, s3] = await Promise.all([startCluster(), startS3()])
    const gate = await gateTo(s3.env.PLATELIGHT_S3_ENDPOINT ?? '')
    shell = await machine('grown', {
      env: {
        ...s3.env,
        PLATELIGHT_S3_ENDPOINT: gate.url.replace(/\/$/, ''),
        PLATELIGHT_S3_PREFIX: 'days',
        PLATELIGHT_DATABASE_URL: cluster.url,
      },
    })
    const grown = shell
    closing.unshift(
      () => grown.stopAll('SIGKILL'),
      () => gate.close().catch(() => {}),
      () => cluster.stop(),
      () => s3.stop(),
    )
    await customer()
    await supervise('platelight-server start')
    expect(await enhance()).toBe(200)
    return { cluster, gate, shell }
  }
  let started: ReturnType<typeof services> | undefined
  const grown = async () => {
    started ??= services()
    const all = await started
    shell = all.shell
    return all
  }

  const loseSecrets = async () => {
    await shell.stopAll()
    rmSync(join(root, 'single/data/secrets.json'))
    await type('platelight-server start\n', { exits: 2, prints: ['secrets.json is missing'] })
  }

  const happenings: Readonly<Record<string, () => Promise<unknown>>> = {
    async 'a mail server is set'() {
      const smtp = await startSmtp()
      closing.push(() => smtp.close())
      single.env.PLATELIGHT_SMTP_URL = `smtp://127.0.0.1:${smtp.port}`
      single.env.PLATELIGHT_MAIL_FROM = 'Platelight <no-reply@example.com>'
    },
    'the server is killed': () => shell.stopAll('SIGKILL'),
    async 'the disk is full'() {
      await onSmallDisk()
      expect(await enhance()).toBe(200)
      await type('mkdir old-backups\ndd if=/dev/zero of=old-backups/one bs=1M 2>&1 || true\n')
      await expect.poll(enhance).toBe(503)
    },
    async 'the database is gone'() {
      const { cluster } = await grown()
      await cluster.kill()
      await expect.poll(enhance).toBe(503)
    },
    'the database is started': async () => (await grown()).cluster.start(),
    async 'S3 is gone'() {
      await (await grown()).gate.close()
      waiting = enhance()
      await expect.poll(async () => (await ask('/health/ready')).status).toBe(503)
    },
    'S3 answers again': async () => (await grown()).gate.reopen(),
    async 'the provider answers 500'() {
      const provider = await imageHost((_, res) => res.writeHead(500).end())
      closing.push(() => provider.close())
      await shell.stopAll()
      const settings = [
        'PLATELIGHT_ENGINE_SYNTHESIS=openai-compatible',
        `PLATELIGHT_OPENAI_COMPATIBLE_URL=${provider.url('/v1')}`,
        'PLATELIGHT_OPENAI_COMPATIBLE_MODEL=sdxl',
      ]
      writeFileSync(join(root, 'single/.env'), `${settings.join('\n')}\n`)
      await supervise('platelight-server start')
      const before = await credits()
      expect(await generated()).toMatchObject({ status: 503, code: 'engine_failed' })
      expect(await credits()).toBe(before)
    },
    async 'the worker is stopped'() {
      await grown()
      await shell.stopAll()
      await supervise('env PLATELIGHT_ROLE=api platelight-server start')
      const worker = await supervise('env PLATELIGHT_ROLE=worker platelight-server start --port 0')
      worker.kill('SIGSTOP')
      waiting = enhance()
    },
    async 'the key is used by somebody else'() {
      expect((await ask('/v1/account/credits')).status).toBe(200)
    },
    'the secrets are lost': loseSecrets,
  }

  const generated = async () => {
    const body = JSON.stringify({ prompt: 'a bowl of ramen' })
    const reply = await ask('/api/generate', { method: 'POST', headers: { 'content-type': 'application/json' }, body })
    const { error } = (await reply.json()) as { error?: { code?: string } }
    return { status: reply.status, code: error?.code }
  }

  const proofs: Readonly<Record<string, () => Promise<unknown>>> = {
    'it is ready': isReady,
    async 'pictures are made'() {
      await expect.poll(enhance).toBe(200)
    },
    async 'what waited is made'() {
      expect(await waiting).toBe(200)
    },
    async 'the work is refused at once'() {
      expect(await generated()).toMatchObject({ status: 503, code: 'engine_unavailable' })
    },
    async 'the key gets 401'() {
      expect((await ask('/v1/account/credits')).status).toBe(401)
    },
    async 'the link opens'() {
      const { pathname, search } = new URL(/https?:\S+token=\S+/.exec(printed)?.[0] ?? '')
      expect(await (await ask(pathname + search)).text()).toContain('kitchen@example.com')
    },
  }

  const used = new Set<string>()
  const run = async (table: typeof happenings, name: string) => {
    const known = table[name]
    if (known === undefined) throw new Error(`A page says "${name}", which is not known here.`)
    used.add(name)
    await known()
  }

  return {
    /** What is typed next is typed on the machine with a folder, unless something happens to another one. */
    beginSection() {
      shell = single
    },
    happens: (name: string) => run(happenings, name),
    proves: (name: string) => run(proofs, name),
    async type(step: PageStep): Promise<void> {
      printed = await shell.type(step)
      // Only the first server serves metrics: a copy beside it would need a port of its own.
      single.env.PLATELIGHT_METRICS_PORT = ''
    },
    /** What no page says. */
    unused: () => [...Object.keys(happenings), ...Object.keys(proofs)].filter((name) => !used.has(name)),
    async end(): Promise<void> {
      for (const close of closing) await close()
      rmSync(root, { recursive: true, force: true })
    },
  }
}
