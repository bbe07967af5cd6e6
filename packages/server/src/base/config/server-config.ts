import { isIP } from 'node:net'
import { availableParallelism } from 'node:os'
import { resolve } from 'node:path'
import type { Plan } from '../account-plan.ts'
import { defaultMemoryMb } from './default-memory.ts'
import { unknownSettings } from './unknown-settings.ts'

/** Everything an operator can set, checked and frozen. Read once, here; nothing else looks at the environment. */
export interface Config {
  readonly production: boolean
  readonly host: string
  readonly port: number
  /** Address under which the service is reached; undefined until the port is known, then the one it listens on. */
  readonly publicUrl: string | undefined
  readonly cdnUrl: string | undefined
  readonly upgradeUrl: string | undefined
  readonly tls: { readonly cert: string; readonly key: string } | undefined
  readonly dataFolder: string
  readonly threads: number
  readonly models: {
    /** Path of an ONNX file that replaces the models of a use, or `none`. */
    readonly own: { readonly [Use in PreloadedUse]?: string }
    readonly preload: readonly PreloadedUse[]
    /** 0 keeps them. */
    readonly idleMs: number
  }
  /** What brings an enhanced photo to 3840 pixels: the resampler, or the network that adds detail. */
  readonly enhanceUpscale: (typeof ENHANCE_UPSCALES)[number]
  readonly maxQueued: number
  readonly graceMs: number
  /** Proxies in front whose word about the caller's address is believed. */
  readonly trustProxy: number
  readonly maxConnections: number
  /** After this long a connection that takes nothing of its answer is cut. */
  readonly sendTimeoutMs: number
  readonly allowPrivateUrls: boolean
  /** Name servers to ask instead of those that the system names. */
  readonly nameServers: readonly string[]
  /** Credits of a new account, granted when its address is verified. */
  readonly signupCredits: number
  /** Where links that were opened for the app lead back to; any scheme. */
  readonly appCallback: string | undefined
  /** The page that takes the token of a password reset as `?token=`. */
  readonly passwordResetUrl: string | undefined
  /** A JSON file of platforms beside and instead of the built-in ones. */
  readonly platformsFile: string | undefined
  readonly logLevel: (typeof LOG_LEVELS)[number]
  /** `auto` is readable lines on a terminal and JSON elsewhere. */
  readonly logFormat: (typeof LOG_FORMATS)[number]
  /** Bytes kept for an account, in uploads and originals; Infinity is without limit. */
  readonly storage: { readonly unverified: number; readonly plans: Readonly<Record<Plan, number>> }
  /** Below so much free space on the disk of the data folder nothing more is taken in. */
  readonly minFreeBytes: number
  readonly limits: {
    readonly maxBytes: number
    readonly maxPixels: number
    readonly maxSide: number
    /** Pixels that the detail model of an upscale may be shown. */
    readonly maxDetailPixels: number
    /** What the pictures that are worked on at the same time may take altogether. */
    readonly maxMemoryBytes: number
    readonly downloadMs: number
    readonly redirects: number
  }
}

export type Environment = Readonly<Record<string, string | undefined>>

type PreloadedUse = (typeof PRELOADED_USES)[number]
const PRELOADED_USES = ['cutout', 'upscale'] as const

const ENHANCE_UPSCALES = ['fast', 'model'] as const

const LOG_LEVELS = ['silent', 'error', 'warn', 'info', 'debug'] as const

const LOG_FORMATS = ['auto', 'pretty', 'json'] as const

export class ConfigError extends Error {
  override readonly name = 'ConfigError'
  constructor(readonly problems: readonly string[]) {
    super(`Cannot start:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`)
  }
}

/**
 * Turns the environment into a Config.
 *
 * @throws ConfigError with every problem at once, each naming its setting and the way out.
 */
export function readConfig(env: Environment): Config {
  const { config, problems } = checkConfig(env)
  if (problems.length > 0) throw new ConfigError(problems)
  return config
}

/** What the environment says, with defaults in place of what is wrong, and a sentence for each thing that is. */
export function checkConfig(env: Environment): { config: Config; problems: string[] } {
  const problems: string[] = []
  const { text, integer, flag, url, link, choice, choices, known, nameServers } = readers(env, problems)
  const production = env.NODE_ENV === 'production'

  const cert = text('PLATELIGHT_TLS_CERT')
  const key = text('PLATELIGHT_TLS_KEY')
  if ((cert === undefined) !== (key === undefined)) {
    problems.push('PLATELIGHT_TLS_CERT and PLATELIGHT_TLS_KEY go together: set both files or neither')
  }

  const ownModel = (name: string): string | undefined => {
    const given = text(name)
    return given === undefined || given === 'none' ? given : resolve(given)
  }
  const cutout = ownModel('PLATELIGHT_CUTOUT_MODEL')
  const upscale = ownModel('PLATELIGHT_UPSCALE_MODEL')

  const storage = (name: string, megabytes: number): number =>
    integer(name, megabytes, 0, 1_000_000_000) * 1_000_000 || Number.POSITIVE_INFINITY

  const threads = integer('PLATELIGHT_THREADS', availableParallelism(), 1, 64)
  const usesNetworks = cutout !== 'none' || upscale !== 'none'

  const config: Config = {
    production,
    host: text('PLATELIGHT_HOST') ?? '127.0.0.1',
    port: integer('PLATELIGHT_PORT', 8787, 0, 65_535),
    publicUrl: url('PLATELIGHT_PUBLIC_URL'),
    cdnUrl: url('PLATELIGHT_CDN_URL'),
    upgradeUrl: url('PLATELIGHT_UPGRADE_URL'),
    tls: cert !== undefined && key !== undefined ? { cert, key } : undefined,
    dataFolder: resolve(text('PLATELIGHT_DATA') ?? 'data'),
    threads,
    models: {
      own: { ...(cutout !== undefined && { cutout }), ...(upscale !== undefined && { upscale }) },
      preload: choices('PLATELIGHT_PRELOAD', PRELOADED_USES),
      idleMs: integer('PLATELIGHT_MODEL_IDLE_MINUTES', 10, 0, 10_080) * 60_000,
    },
    enhanceUpscale: choice('PLATELIGHT_ENHANCE_UPSCALE', ENHANCE_UPSCALES, 'fast'),
    maxQueued: integer('PLATELIGHT_MAX_QUEUED', 500, 1, 1_000_000),
    graceMs: integer('PLATELIGHT_GRACE_SECONDS', 25, 0, 3_600) * 1000,
    trustProxy: integer('PLATELIGHT_TRUST_PROXY', 0, 0, 10),
    maxConnections: integer('PLATELIGHT_MAX_CONNECTIONS', 1_000, 4, 1_000_000),
    sendTimeoutMs: integer('PLATELIGHT_SEND_TIMEOUT_SECONDS', 30, 1, 3_600) * 1000,
    allowPrivateUrls: flag('PLATELIGHT_ALLOW_PRIVATE_URLS'),
    nameServers: nameServers('PLATELIGHT_NAME_SERVERS'),
    signupCredits: integer('PLATELIGHT_SIGNUP_CREDITS', 10, 0, 1_000_000),
    appCallback: link('PLATELIGHT_APP_CALLBACK'),
    passwordResetUrl: url('PLATELIGHT_PASSWORD_RESET_URL'),
    platformsFile: text('PLATELIGHT_PLATFORMS'),
    logLevel: choice('PLATELIGHT_LOG', LOG_LEVELS, 'info'),
    logFormat: choice('PLATELIGHT_LOG_FORMAT', LOG_FORMATS, 'auto'),
    minFreeBytes: integer('PLATELIGHT_MIN_FREE_MB', 100, 0, 1_000_000_000) * 1_000_000,
    storage: {
      unverified: storage('PLATELIGHT_STORAGE_UNVERIFIED_MB', 100),
      plans: {
        Free: storage('PLATELIGHT_STORAGE_FREE_MB', 2_000),
        Starter: storage('PLATELIGHT_STORAGE_STARTER_MB', 20_000),
        Growth: storage('PLATELIGHT_STORAGE_GROWTH_MB', 100_000),
        Pro: storage('PLATELIGHT_STORAGE_PRO_MB', 500_000),
        Enterprise: storage('PLATELIGHT_STORAGE_ENTERPRISE_MB', 0),
      },
    },
    limits: {
      maxBytes: integer('PLATELIGHT_MAX_IMAGE_MB', 25, 1, 200) * 1_000_000,
      maxPixels: integer('PLATELIGHT_MAX_IMAGE_MEGAPIXELS', 50, 1, 268) * 1_000_000,
      maxSide: integer('PLATELIGHT_MAX_IMAGE_SIDE', 12_000, 64, 32_000),
      maxDetailPixels: integer('PLATELIGHT_UPSCALE_MAX_MEGAPIXELS', 4, 1, 50) * 1_000_000,
      maxMemoryBytes:
        integer('PLATELIGHT_MEMORY_MB', defaultMemoryMb({ networks: usesNetworks, threads }), 64, 10_000_000) *
        1_000_000,
      downloadMs: integer('PLATELIGHT_DOWNLOAD_SECONDS', 30, 1, 300) * 1000,
      redirects: integer('PLATELIGHT_MAX_REDIRECTS', 3, 0, 10),
    },
  }

  if (production && !config.publicUrl?.startsWith('https://')) {
    problems.push('PLATELIGHT_PUBLIC_URL must be the https:// address of the service when NODE_ENV is production')
  }
  if (production && config.allowPrivateUrls) {
    problems.push('PLATELIGHT_ALLOW_PRIVATE_URLS is for development: unset it when NODE_ENV is production')
  }
  problems.push(...unknownSettings(env, known))
  return { config: Object.freeze(config), problems }
}

function readers(env: Environment, problems: string[]) {
  const known = new Set<string>()
  const text = (name: string): string | undefined => {
    known.add(name)
    return env[name]?.trim() || undefined
  }
  return {
    text,
    /** Every name that was asked for. */
    known,
    integer(name: string, fallback: number, min: number, max: number): number {
      const given = text(name)
      if (given === undefined) return fallback
      const value = Number(given)
      if (Number.isInteger(value) && value >= min && value <= max) return value
      problems.push(`${name} is "${given}"; it must be a whole number from ${min} to ${max}`)
      return fallback
    },
    flag(name: string): boolean {
      const given = text(name)
      if (given === undefined || given === '0' || given === 'false') return false
      if (given !== '1' && given !== 'true') problems.push(`${name} is "${given}"; it must be 1 or 0`)
      return true
    },
    url(name: string): string | undefined {
      const given = text(name)
      if (given === undefined) return undefined
      if (URL.canParse(given) && /^https?:$/.test(new URL(given).protocol)) return given.replace(/\/+$/, '')
      problems.push(`${name} is "${given}"; it must be an address that starts with https:// or http://`)
      return undefined
    },
    /** An address of any scheme but those that run something in a browser. */
    link(name: string): string | undefined {
      const given = text(name)
      if (given === undefined) return undefined
      if (URL.canParse(given) && !/^(javascript|data|vbscript|file|blob):$/.test(new URL(given).protocol)) return given
      problems.push(`${name} is "${given}"; it must be an address such as https://example.com/app or myapp://signed-in`)
      return undefined
    },
    /** Several, separated by commas. */
    choices<const T extends string>(name: string, allowed: readonly T[]): T[] {
      const given = (text(name) ?? '').split(',').flatMap((one) => one.trim() || [])
      const found = allowed.filter((one) => given.includes(one))
      const unknown = given.filter((one) => !(allowed as readonly string[]).includes(one))
      if (unknown.length > 0) problems.push(`${name} has "${unknown.join(', ')}"; there are ${allowed.join(', ')}`)
      return found
    },
    /** IP addresses, with a port where it is not 53, separated by commas. */
    nameServers(name: string): string[] {
      const given = (text(name) ?? '').split(',').flatMap((one) => one.trim() || [])
      const wrong = given.filter((one) => isIP(one) === 0 && !isAddressWithPort(one))
      if (wrong.length > 0)
        problems.push(`${name} has "${wrong.join(', ')}"; it takes addresses such as 192.0.2.53 or [2001:db8::53]:5353`)
      return given
    },
    choice<const T extends string>(name: string, choices: readonly T[], fallback: T): T {
      const given = text(name)
      if (given === undefined) return fallback
      const found = choices.find((one) => one === given)
      if (!found) problems.push(`${name} is "${given}"; it must be one of ${choices.join(', ')}`)
      return found ?? fallback
    },
  }
}

function isAddressWithPort(text: string): boolean {
  const [, six, four, port] = /^(?:\[([^\]]+)\]|([^:]+)):(\d{1,5})$/.exec(text) ?? []
  return (six !== undefined ? isIP(six) === 6 : isIP(four ?? '') === 4) && Number(port) >= 1 && Number(port) <= 65_535
}
