import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, describe, expect, test } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import {
  needs,
  PROGRAM_ENV,
  type Program,
  programCall,
} from '../../../imaging/test/support/machine/outside-programs.ts'
import { BIN } from '../support/server-process.ts'
import { freePort } from '../support/services/free-port.ts'

const root = fileURLToPath(new URL('../../../..', import.meta.url))
const deploy = (name: string) => readFileSync(join(root, 'deploy', name), 'utf8')
const ask = (program: Program, args: readonly string[], env: Readonly<Record<string, string>> = {}) =>
  spawnSync(...programCall(program, args), { encoding: 'utf8', env: { ...PROGRAM_ENV, ...env } })
const folder = mkdtempSync(join(tmpdir(), 'platelight-deploy-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

interface Instruction {
  readonly name: string
  readonly text: string
}

/** The instructions of a Dockerfile, in order. */
const instructionsOf = (file: string): Instruction[] =>
  file
    .split('\n')
    .filter((line) => !line.startsWith('#'))
    .join('\n')
    .replaceAll(/\\\n\s*/g, '')
    .split('\n')
    .flatMap((line) => {
      const [, name, text] = /^([A-Z]+) (.*)$/.exec(line) ?? []
      return name && text ? [{ name, text }] : []
    })

test('the image is made by its commands, is healthy, and ends when it is told to', async () => {
  const instructions = instructionsOf(deploy('Dockerfile'))
  const [app, data] = [join(folder, 'app'), join(folder, 'data')]
  const here = (text: string) => text.replaceAll(/(?<![\w.])\/app\b/g, app).replaceAll(/(?<![\w.])\/data\b/g, data)
  // What it copies is this repository, which is installed and built.
  const folders: Record<string, string> = { '/src': root, '/app': app, '/data': data }
  let cwd = root
  for (const { name, text } of instructions) {
    if (name === 'WORKDIR') cwd = folders[text] ?? cwd
    if (name !== 'RUN' || text.includes('apt-get')) continue
    execFileSync('mkdir', ['-p', cwd])
    const ran = spawnSync('sh', ['-ec', here(text)], { cwd, encoding: 'utf8', env: { ...process.env, NETWORKS: '' } })
    expect(ran.status, `${text}\n${ran.stdout}${ran.stderr}`).toBe(0)
  }
  const installed = execFileSync('du', ['-sm', app], { encoding: 'utf8' })
  expect(Number.parseInt(installed, 10)).toBeGreaterThan(50)

  const port = String(await freePort())
  const [, ...settings] = instructions.flatMap(({ name, text }) => (name === 'ENV' ? here(text).split(/\s+/) : []))
  const environment = Object.fromEntries(settings.map((one) => [one.split('=')[0], one.slice(one.indexOf('=') + 1)]))
  const env = {
    ...process.env,
    ...environment,
    PATH: `${app}/node_modules/.bin:${process.env.PATH}`,
    PLATELIGHT_PORT: port,
  }
  const of = (wanted: string, from: string) =>
    JSON.parse(
      instructions.findLast(({ name, text }) => name === wanted && text.includes(from))!.text.replace(/^.*?\[/, '['),
    )
  const [program, ...args] = of('CMD', 'platelight-server') as string[]
  execFileSync('mkdir', ['-p', data])
  const server: ChildProcess = spawn(program!, args, { cwd: data, env, stdio: 'ignore' })
  const exited = once(server, 'exit')
  const [node, ...probe] = of('HEALTHCHECK', 'fetch') as string[]
  await expect.poll(() => spawnSync(node!, probe, { env }).status, { interval: 300 }).toBe(0)
  server.kill(instructions.find(({ name }) => name === 'STOPSIGNAL')!.text as NodeJS.Signals)
  expect(await exited).toEqual([0, null])
})

const SAMPLE: Readonly<Record<string, string>> = {
  PLATELIGHT_DOMAIN: 'photos.example.com',
  DATABASE_PASSWORD: 'secret',
  S3_ACCESS_KEY_ID: 'id',
  S3_SECRET_ACCESS_KEY: 'key',
}
const substituted = (value: string) => value.replaceAll(/\$\{(\w+)[^}]*\}/g, (_, name: string) => SAMPLE[name] ?? '')

/** What is wrong with settings, as the server says it. */
function wrongIn(environment: Readonly<Record<string, string>>): string {
  const secrets = join(folder, 'secrets.json')
  writeFileSync(secrets, execFileSync(process.execPath, [join(root, 'deploy/new-secrets.mjs')]), { mode: 0o600 })
  const env = Object.fromEntries(Object.entries(environment).map(([name, value]) => [name, substituted(value)]))
  if (env.PLATELIGHT_SECRETS_FILE) env.PLATELIGHT_SECRETS_FILE = secrets
  const ran = spawnSync(
    process.execPath,
    [BIN, 'config', 'check', '--no-env-file', '--data', join(folder, 'checked')],
    {
      encoding: 'utf8',
      env: { PATH: process.env.PATH, ...env },
    },
  )
  return ran.status === 0 ? '' : `${ran.stdout}${ran.stderr}`
}

interface Service {
  readonly environment?: Readonly<Record<string, string>>
  readonly volumes?: readonly string[]
  readonly secrets?: readonly string[]
  readonly depends_on?: readonly string[] | Readonly<Record<string, unknown>>
}

test.each(['compose.yaml', 'compose.scale.yaml'])(
  '%s has right settings, and nothing that it names is missing',
  (name) => {
    const file = parse(deploy(name), { merge: true }) as {
      services: Record<string, Service>
      volumes: Record<string, unknown>
      secrets?: Record<string, unknown>
    }
    for (const [service, { environment = {}, volumes = [], secrets = [], depends_on = [] }] of Object.entries(
      file.services,
    )) {
      const isOurs = ['server', 'api', 'worker'].includes(service)
      expect([service, isOurs ? wrongIn(environment) : '']).toEqual([service, ''])
      const named = volumes.map((volume) => volume.split(':')[0]!).filter((volume) => !volume.startsWith('.'))
      expect(Object.keys(file.volumes)).toEqual(expect.arrayContaining(named))
      expect(Object.keys(file.secrets ?? {})).toEqual(expect.arrayContaining([...secrets]))
      expect(Object.keys(file.services)).toEqual(
        expect.arrayContaining(Array.isArray(depends_on) ? depends_on : Object.keys(depends_on)),
      )
    }
  },
)

test('the example for Kubernetes has right settings, and its probes ask what the server answers', () => {
  const objects = parseAllDocuments(deploy('kubernetes.yaml'), { version: '1.1' }).map((one) => one.toJS())
  const { data } = objects.find(({ kind }) => kind === 'ConfigMap')
  const secret = {
    PLATELIGHT_DATABASE_URL: 'postgres://a:b@db/c',
    PLATELIGHT_S3_ACCESS_KEY_ID: 'a',
    PLATELIGHT_S3_SECRET_ACCESS_KEY: 'b',
  }
  const pods = objects.flatMap(({ kind, spec }) => (kind === 'Deployment' ? [spec.template] : []))
  expect(pods).toHaveLength(2)
  for (const { metadata, spec } of pods) {
    const [{ env, readinessProbe, livenessProbe, volumeMounts }] = spec.containers
    const role = Object.fromEntries(env.map((one: { name: string; value: string }) => [one.name, one.value]))
    expect(wrongIn({ ...data, ...secret, ...role })).toBe('')
    expect([readinessProbe.httpGet.path, livenessProbe.httpGet.path]).toEqual(['/health/ready', '/health'])
    expect(spec.enableServiceLinks).toBe(false)
    expect(spec.volumes.map(({ name }: { name: string }) => name)).toEqual(
      volumeMounts.map(({ name }: { name: string }) => name),
    )
    expect(metadata.labels.part).toBe(role.PLATELIGHT_ROLE)
  }
})

describe('the unit', needs('systemd-analyze'), () => {
  test('is right for systemd', () => {
    const unit = join(folder, 'platelight.service')
    writeFileSync(unit, deploy('platelight.service'))
    const ran = ask('systemd-analyze', ['verify', '--man=no', unit])
    expect(`${ran.stdout}${ran.stderr}`.split('\n').filter((line) => line.includes('platelight'))).toEqual([])
  })
})

describe('the site', needs('nginx', 'openssl'), () => {
  test('is right for nginx', () => {
    const [certificate, key] = ['fullchain.pem', 'privkey.pem'].map((name) => join(folder, name)) as [string, string]
    const request = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '1', '-subj', '/CN=photos.example.com']
    execFileSync('openssl', [...request, '-keyout', key, '-out', certificate], { stdio: 'ignore' })
    const site = deploy('nginx.conf').replaceAll('/etc/ssl/platelight', folder).replace('listen 443', 'listen 44300')
    const main = join(folder, 'nginx.conf')
    const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
      (one) => `${one}_temp_path ${folder}/${one};`,
    )
    writeFileSync(main, `pid ${folder}/nginx.pid; events {} http { access_log off; ${temporary.join(' ')}\n${site}\n}`)
    const ran = ask('nginx', ['-t', '-e', 'stderr', '-c', main])
    expect([ran.status, ran.stderr.includes('test is successful')]).toEqual([0, true])
  })
})

describe('the Caddyfile', needs('caddy'), () => {
  test('is right for Caddy', () => {
    const env = { HOME: folder, PLATELIGHT_DOMAIN: 'photos.example.com', PLATELIGHT_UPSTREAM: 'a:8787 b:8787' }
    const file = join(root, 'deploy', 'Caddyfile')
    const ran = ask('caddy', ['validate', '--adapter', 'caddyfile', '--config', file], env)
    // Its lines on stderr are no verdict: it asks for the health of the two made-up addresses while it checks.
    expect([ran.status, ran.stdout.trim()], ran.stderr).toEqual([0, 'Valid configuration'])
  })
})
