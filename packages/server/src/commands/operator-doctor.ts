import { constants } from 'node:fs'
import { access, mkdir, rm, stat, statfs, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Command } from 'commander'
import { type Config, ConfigError } from '../base/config/server-config.ts'
import { DatabaseUnreachable } from '../base/database-error.ts'
import type { DatabaseVersion } from '../database/database-version.ts'
import { allocatorChosen, usesGlibc } from '../process/re-exec.ts'
import { readEnvironment, readSettings, type SettingFlags, withSettings } from './command-environment.ts'
import { cutoutFindings } from './doctor/cutout-findings.ts'
import { proxyFindings } from './doctor/proxy-findings.ts'
import { EXIT } from './server-exit-codes.ts'
import type { Finding } from './server-finding.ts'

interface Flags extends SettingFlags {
  readonly json?: boolean
}

/** `platelight-server doctor` */
export const doctorCommand = (): Command =>
  withSettings(new Command('doctor'))
    .description(
      'Check the data folder, database, free space, bucket, mail server, sign-in providers, providers of cut-outs, public address, proxy, secret files, memory, threads and networks. Exits with 1 if a check fails.',
    )
    .option('--json', 'print JSON')
    .action(doctor)

async function doctor(flags: Flags): Promise<void> {
  const config = readSettings(flags)
  const { env } = readEnvironment({}, false)
  const findings = [
    await dataFolder(config),
    await database(config),
    await freeSpace(config),
    ...(await bucket(config)),
    ...(await mailServer(config)),
    ...(await identityProviders(config)),
    ...(await cutoutFindings(config)),
    ...(await proxyFindings(config)),
    ...(await secretFiles(env)),
    memory(config),
    memoryReturn(env),
    threads(config),
    ...(await networks(config)),
  ]
  const ok = findings.every(({ state }) => state !== 'fail')
  process.stdout.write(`${flags.json ? JSON.stringify({ ok, findings }) : findings.map(line).join('\n')}\n`)
  if (!ok) process.exitCode = EXIT.failed
}

const MARKS = { ok: 'ok  ', warn: 'warn', fail: 'FAIL' }

const line = ({ name, state, message }: Finding) => `${MARKS[state]}  ${name.padEnd(15)} ${message}`

const exists = (path: string) =>
  access(path).then(
    () => true,
    () => false,
  )

/** Creates nothing that was not there before. */
async function dataFolder({ dataFolder: path }: Config): Promise<Finding> {
  const name = 'data folder'
  if (!(await exists(path)))
    return { name, state: 'warn', message: `${path} does not exist yet; the first start creates it` }
  const probe = join(path, `.doctor-${process.pid}`)
  try {
    await mkdir(path, { recursive: true })
    await writeFile(probe, 'x', { mode: 0o600 })
    await rm(probe)
    return { name, state: 'ok', message: `${path} is writable` }
  } catch (error) {
    return { name, state: 'fail', message: `${path} is not writable: ${(error as Error).message}` }
  }
}

async function database({ dataFolder: path, database: postgres }: Config): Promise<Finding> {
  const name = 'database'
  if (postgres) return postgresDatabase(postgres)
  const file = join(path, 'platelight.db')
  if (!(await exists(file))) return { name, state: 'warn', message: 'there is none yet; the first start creates it' }
  try {
    await access(file, constants.R_OK | constants.W_OK)
    const { readVersion } = await import('../database/database-version.ts')
    return versionFinding(await readVersion(file))
  } catch (error) {
    return { name, state: 'fail', message: `${file} cannot be read: ${(error as Error).message}` }
  }
}

/** Connects, and changes nothing. */
async function postgresDatabase({ url, directUrl }: NonNullable<Config['database']>): Promise<Finding> {
  const name = 'database'
  const [{ connectPostgres, withoutPassword }, { versionOf }, { isPooled, POOLED }] = await Promise.all([
    import('../database/postgres/open-postgres.ts'),
    import('../database/database-version.ts'),
    import('../database/postgres/pooled-address.ts'),
  ])
  const { db, close } = connectPostgres({ url, connections: 1, statementMs: DATABASE_MS })
  try {
    const found = versionFinding(await versionOf(db))
    return (await isPooled(directUrl)) ? { name, state: 'fail', message: POOLED } : found
  } catch (error) {
    if ((error as { code?: unknown }).code === NO_TABLE) {
      return { name, state: 'warn', message: `${withoutPassword(url)} has no tables yet; the first start makes them` }
    }
    const { message } = DatabaseUnreachable.from(error, withoutPassword(url)) as Error
    return { name, state: 'fail', message }
  } finally {
    await close()
  }
}

const DATABASE_MS = 10_000
const NO_TABLE = '42P01'

function versionFinding({ applied, newest, missing, unknown }: DatabaseVersion): Finding {
  const name = 'database'
  if (unknown.length > 0) {
    const message = `it was changed by a newer version of the server (${unknown.join(', ')}); this version knows ${newest}`
    return { name, state: 'fail', message }
  }
  const isNewest = missing.length === 0
  const message = isNewest
    ? `version ${applied}, the newest`
    : `version ${applied}; the next start upgrades it to ${newest}`
  return { name, state: 'ok', message }
}

async function freeSpace({ dataFolder: path, minFreeBytes }: Config): Promise<Finding> {
  const name = 'free space'
  try {
    const { bavail, bsize } = await statfs((await exists(path)) ? path : '.')
    const free = bavail * bsize
    const message = `${inMb(free)} MB; writes are refused below ${inMb(minFreeBytes)} (PLATELIGHT_MIN_FREE_MB)`
    return { name, state: free < minFreeBytes ? 'fail' : free < 10 * minFreeBytes ? 'warn' : 'ok', message }
  } catch (error) {
    return { name, state: 'warn', message: `unknown: ${(error as Error).message}` }
  }
}

/** Only when pictures are kept in S3. A small object is written. */
async function bucket(config: Config): Promise<Finding[]> {
  if (!config.s3) return []
  const name = 'bucket'
  const { chooseBlobs } = await import('../process/adapters.ts')
  try {
    const { blobs } = await chooseBlobs(config, { error: () => {} })
    await blobs.check().finally(() => blobs.close())
    return [{ name, state: 'ok', message: `${config.s3.bucket} at ${config.s3.endpoint} takes objects` }]
  } catch (error) {
    const message = error instanceof ConfigError ? error.problems.join('; ') : (error as Error).message
    return [{ name, state: 'fail', message }]
  }
}

/** Only when a mail server is set. The check connects and signs in, and sends nothing. */
async function mailServer(config: Config): Promise<Finding[]> {
  if (!config.mail) return []
  const name = 'mail server'
  const { host, port } = config.mail.server
  const { openSmtp } = await import('../process/open-smtp.ts')
  try {
    await (await openSmtp(config.mail)).check()
    return [{ name, state: 'ok', message: `${host}:${port} takes letters of ${config.mail.from.address}` }]
  } catch (error) {
    const message =
      error instanceof ConfigError ? error.problems.join('; ') : `${host}:${port}: ${(error as Error).message}`
    return [{ name, state: 'fail', message }]
  }
}

/** Each is asked for its configuration. */
async function identityProviders({ identityProviders: providers, outboundProxy: proxy }: Config): Promise<Finding[]> {
  if (providers.length === 0) return []
  const { createOperatorAgent } = await import('../net/operator-agent.ts')
  const agent = createOperatorAgent({ timeoutMs: PROVIDER_MS, keepAliveMs: 1, proxy })
  const ask = async ({ id, issuer }: Config['identityProviders'][number]): Promise<Finding> => {
    const name = `sign-in ${id}`
    const address = new URL(`${issuer.href.replace(/\/$/, '')}/.well-known/openid-configuration`)
    try {
      const { statusCode, body } = await agent.request(address, {
        method: 'GET',
        headers: {},
        signal: AbortSignal.timeout(PROVIDER_MS),
      })
      await body.dump()
      return statusCode === 200
        ? { name, state: 'ok', message: `${issuer.href} answers` }
        : { name, state: 'fail', message: `${address.href} answers with ${statusCode}` }
    } catch (error) {
      return { name, state: 'fail', message: `${address.href}: ${(error as Error).message}` }
    }
  }
  return Promise.all(providers.map(ask)).finally(() => agent.close())
}

const PROVIDER_MS = 10_000

/** Files with secrets that every user of this machine may read. */
async function secretFiles(env: Readonly<Record<string, string | undefined>>): Promise<Finding[]> {
  const named = Object.entries(env).filter(([name, path]) => /^PLATELIGHT_\w+_FILE$/.test(name) && path?.trim())
  const open = await Promise.all(
    named.map(async ([name, path = '']) => {
      const found = await stat(path.trim()).catch(() => undefined)
      return found && (found.mode & 0o004) !== 0 ? [name] : []
    }),
  )
  const names = open.flat()
  if (names.length === 0) return []
  const message = `every user of this machine may read the files of ${names.join(', ')}; chmod 600, or 440 with a group`
  return [{ name: 'secret files', state: 'warn', message }]
}

const inMb = (bytes: number) => Math.floor(bytes / 1e6).toLocaleString('en')

/** The memory of an AVIF, the format that takes the most. */
const MOST_BYTES_PER_PIXEL = 19

function memory({ limits: { maxMemoryBytes, maxPixels } }: Config): Finding {
  const message = `${inMb(maxMemoryBytes)} MB for pictures that are worked on (PLATELIGHT_MEMORY_MB)`
  const largest = maxPixels * MOST_BYTES_PER_PIXEL
  return largest <= maxMemoryBytes
    ? { name: 'memory', state: 'ok', message }
    : {
        name: 'memory',
        state: 'warn',
        message: `${message}; an AVIF of ${maxPixels / 1e6} megapixels needs ${inMb(largest)} MB and would be refused`,
      }
}

function memoryReturn(env: Readonly<Record<string, string | undefined>>): Finding {
  const name = 'memory returned'
  if (!usesGlibc()) return { name, state: 'ok', message: 'left to the system, which does not use glibc' }
  const chosen = allocatorChosen(env)
  if (chosen.length > 0) return { name, state: 'ok', message: `set by the environment: ${chosen.join(', ')}` }
  const how = 'execve' in process ? 'in the same process' : 'in a child process; Node 22.15 and later need no child'
  return { name, state: 'ok', message: `start sets it itself, ${how}` }
}

const threads = ({ threads: count }: Config): Finding => ({
  name: 'threads',
  state: 'ok',
  message: `${count} for pictures and networks (PLATELIGHT_THREADS)`,
})

async function networks(config: Config): Promise<Finding[]> {
  const [{ listModels }, { modelSettings }] = await Promise.all([
    import('../models/report/model-report.ts'),
    import('../models/model-settings.ts'),
  ])
  const { models } = await listModels(modelSettings(config))
  return [...new Set(models.map(({ use }) => use))].map((use) => {
    const serving = models.find((model) => model.use === use && model.serves)
    const problem = models.find((model) => model.use === use && model.problem)?.problem
    return serving
      ? { name: `network ${use}`, state: 'ok' as const, message: serving.engine }
      : {
          name: `network ${use}`,
          state: 'warn' as const,
          message: problem ?? 'none; `models list` shows what to install',
        }
  })
}
