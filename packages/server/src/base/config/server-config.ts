import { availableParallelism, hostname } from 'node:os'
import { resolve } from 'node:path'
import { HOUR_SECONDS, MINUTE_MS } from '../durations.ts'
import { CAPABILITIES, type Capability, type Engines } from '../engine-capability.ts'
import { type LimitSettings, readLimits, readStorage, type StorageSettings } from '../plans/limit-settings.ts'
import { type RetentionSettings, readRetention } from '../plans/retention-settings.ts'
import { readSales, type SalesSettings } from '../plans/sales-settings.ts'
import { PROCESS_ROLES, type ProcessRole } from '../process-role.ts'
import { readTracing, type TracingSettings } from '../running/tracing-settings.ts'
import { type ShownSetting, shownSettings } from '../secrets/shown-settings.ts'
import { ownNetwork } from '../text/own-network.ts'
import { type CopySettings, readCopy } from './copy-settings.ts'
import { ableTo, readEngines } from './engine-settings.ts'
import { findFfmpeg } from './find-ffmpeg.ts'
import { type GuestSettings, readGuests } from './guest-settings.ts'
import { type ProviderSettings, readProviders } from './identity-settings.ts'
import { type MailSettings, readContactAddress, readMail } from './mail-settings.ts'
import { type PaymentSettings, readPayments } from './payment-settings.ts'
import { readS3, type S3Settings } from './s3-settings.ts'
import { createSettingReaders, type Environment, type SettingFact, type SettingReaders } from './setting-readers.ts'
import { type EngineAccount, readProvided } from './synthesis-settings.ts'
import { unknownSettings } from './unknown-settings.ts'

/** All settings of the server, validated and frozen. Nothing else reads the environment. */
export interface Config {
  /** For administrators. It has no secrets. */
  readonly settings: readonly ShownSetting[]
  readonly production: boolean
  readonly host: string
  readonly port: number
  /** The public address. Undefined stands for the address that the server listens on. */
  readonly publicUrl: string | undefined
  readonly cdnUrl: string | undefined
  readonly sales: SalesSettings
  readonly tls: { readonly cert: string; readonly key: string } | undefined
  readonly dataFolder: string
  /** A file of secrets that several processes share. Undefined stands for the one in the data folder. */
  readonly secretsFile: string | undefined
  /** The PostgreSQL database. Undefined stands for the file in the data folder. */
  readonly database:
    | {
        readonly url: string
        /** The address without a pool in between, for the connection that listens. */
        readonly directUrl: string
        /** The largest number of connections of this process, its listener not counted. */
        readonly connections: number
      }
    | undefined
  readonly role: ProcessRole
  /** The name of this process, for operators. */
  readonly workerName: string
  /** The engine of each capability. Every process of an installation needs the same. */
  readonly engines: Engines
  /** The language model that writes copy. Undefined unless the operator chose one. */
  readonly copy: CopySettings | undefined
  /** The accounts of the providers of pictures, in the order in which they are tried. */
  readonly imageProviders: readonly EngineAccount[]
  /** The accounts of the providers of films, in the order in which they are tried. */
  readonly filmProviders: readonly EngineAccount[]
  /** The accounts of the providers of cut-outs, in the order in which they are tried. */
  readonly cutoutProviders: readonly EngineAccount[]
  /** The capabilities whose runs this process takes. It has an engine for each. */
  readonly capabilities: readonly Capability[]
  readonly ffmpeg: string | undefined
  readonly threads: number
  readonly models: {
    /** The path of an ONNX file that replaces the packaged network, or `none` for no network. */
    readonly own: { readonly [Use in PreloadedUse]?: string }
    readonly preload: readonly PreloadedUse[]
    /** 0 keeps networks in memory. */
    readonly idleMs: number
  }
  /** How an enhanced photo is enlarged to 3840 pixels: by resampling, or by the network that adds detail. */
  readonly enhanceUpscale: (typeof ENHANCE_UPSCALES)[number]
  readonly maxQueued: number
  readonly graceMs: number
  /** How long a process that stops says that it is not ready before it takes no more connections. */
  readonly drainMs: number
  /** The number of proxies in front whose X-Forwarded-For is trusted. */
  readonly trustProxy: number
  readonly maxConnections: number
  /** A connection that reads nothing of its reply for this long is cut. */
  readonly sendTimeoutMs: number
  readonly allowPrivateUrls: boolean
  /** The proxy through which requests to public addresses leave. Undefined: directly. */
  readonly outboundProxy: URL | undefined
  /** Name servers to use instead of the system's. */
  readonly nameServers: readonly string[]
  /** The address that verification links and sign-ins of the app lead back to; any scheme. */
  readonly appCallback: string | undefined
  /** OpenID Connect providers that people can sign in with. The first is used unless a caller names another. */
  readonly identityProviders: readonly ProviderSettings[]
  /** How tokens of an earlier app's guests are checked. Undefined stands for a server without such guests. */
  readonly guests: GuestSettings | undefined
  readonly payments: PaymentSettings
  /** The page that takes the token of a password reset as `?token=`. */
  readonly passwordResetUrl: string | undefined
  /** Where messages of the contact and audit forms go. Undefined: they are only stored. */
  readonly contactAddress: string | undefined
  /** A folder of the operator with files that forms of the website send. Undefined stands for those of the server. */
  readonly resourcesFolder: string | undefined
  /** A JSON file with the operator's own platforms. */
  readonly platformsFile: string | undefined
  /** Where Prometheus reads metrics. Undefined: nowhere. */
  readonly metrics: { readonly host: string; readonly port: number } | undefined
  /** Where traces are sent. Undefined: nowhere. */
  readonly tracing: TracingSettings | undefined
  readonly logLevel: (typeof LOG_LEVELS)[number]
  /** `auto` writes readable lines on a terminal and JSON elsewhere. */
  readonly logFormat: (typeof LOG_FORMATS)[number]
  /** The bucket of the pictures. Undefined stands for the data folder. */
  readonly s3: S3Settings | undefined
  /** Backups are encrypted with it. Undefined stands for backups that everybody can read. */
  readonly backupPassphrase: string | undefined
  /** The mail server. Undefined stands for the outbox in the data folder. */
  readonly mail: MailSettings | undefined
  readonly storage: StorageSettings
  readonly retention: RetentionSettings
  /** With less free space on the disk of the data folder, writes are refused. */
  readonly minFreeBytes: number
  /** With less free space, nothing is stored for visitors. */
  readonly visitorsMinFreeBytes: number
  readonly limits: LimitSettings
}

type PreloadedUse = (typeof PRELOADED_USES)[number]
const PRELOADED_USES = ['cutout', 'upscale', 'detect', 'saliency', 'ware', 'food'] as const

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
 * Reads the settings from the environment.
 *
 * @throws ConfigError with every problem at once, each with the name of its setting and what to do.
 */
export function readConfig(env: Environment): Config {
  const { config, problems } = checkConfig(env)
  if (problems.length > 0) throw new ConfigError(problems)
  return config
}

/** The settings with defaults in place of wrong values, a sentence for each wrong value, and what is known about each setting. */
export function checkConfig(env: Environment): {
  config: Config
  problems: string[]
  /** What is known about each setting that was read. */
  known: ReadonlyMap<string, SettingFact>
} {
  const problems: string[] = []
  const readers = createSettingReaders(env, problems)
  const { text, integer, flag, url, link, choice, choices, known, nameServers, databaseAddress } = readers
  const production = env.NODE_ENV === 'production'

  const cert = text('PLATELIGHT_TLS_CERT')
  const key = text('PLATELIGHT_TLS_KEY')
  if ((cert === undefined) !== (key === undefined)) {
    problems.push('PLATELIGHT_TLS_CERT and PLATELIGHT_TLS_KEY go together: set both or neither')
  }

  const ownModel = (name: string, mayBeNamed = false): string | undefined => {
    const given = text(name)
    return given && ownNetwork(given, mayBeNamed)
  }
  const models = {
    cutout: ownModel('PLATELIGHT_CUTOUT_MODEL', true),
    upscale: ownModel('PLATELIGHT_UPSCALE_MODEL'),
    detect: ownModel('PLATELIGHT_DETECT_MODEL'),
    saliency: ownModel('PLATELIGHT_SALIENCY_MODEL'),
    ware: ownModel('PLATELIGHT_WARE_MODEL'),
    food: ownModel('PLATELIGHT_FOOD_MODEL'),
  }

  const databaseUrl = databaseAddress('PLATELIGHT_DATABASE_URL')
  const directUrl = databaseAddress('PLATELIGHT_DATABASE_DIRECT_URL')
  const role = choice('PLATELIGHT_ROLE', PROCESS_ROLES, 'all')
  // A process that works has two more connections, for its jobs.
  const connections = integer('PLATELIGHT_DATABASE_CONNECTIONS', role === 'api' ? 3 : 2, 1, 100)
  const chosen = choices('PLATELIGHT_WORKER_CAPABILITIES', CAPABILITIES)
  const isTaken = (capability: Capability) => role !== 'api' && (chosen.length === 0 || chosen.includes(capability))
  const provided = readProvided(readers, problems, { production, isTaken })
  const { accounts: imageProviders, filmAccounts: filmProviders, cutoutAccounts, ...chosenEngines } = provided
  const engines: Engines = { ...readEngines(readers), ...chosenEngines }
  if (directUrl !== undefined && databaseUrl === undefined) {
    problems.push('PLATELIGHT_DATABASE_DIRECT_URL needs PLATELIGHT_DATABASE_URL beside it')
  }
  if (databaseUrl === undefined && (role !== 'all' || chosen.length > 0)) {
    problems.push(
      'PLATELIGHT_ROLE and PLATELIGHT_WORKER_CAPABILITIES are for several processes, which need PLATELIGHT_DATABASE_URL',
    )
  }

  const resourcesFolder = text('PLATELIGHT_RESOURCES')
  const secretsFile = text('PLATELIGHT_SECRETS_FILE')
  const ffmpeg = findFfmpeg(env, readers, problems)
  const threads = integer('PLATELIGHT_THREADS', availableParallelism(), 1, 64)
  // The networks for ware and food only work beside the one for cut-outs.
  const usesNetworks = [models.cutout, models.upscale, models.detect, models.saliency].some((one) => one !== 'none')

  const config: Omit<Config, 'settings'> = {
    production,
    host: text('PLATELIGHT_HOST') ?? '127.0.0.1',
    port: integer('PLATELIGHT_PORT', 8787, 0, 65_535),
    publicUrl: url('PLATELIGHT_PUBLIC_URL'),
    cdnUrl: url('PLATELIGHT_CDN_URL'),
    sales: readSales(readers),
    tls: cert !== undefined && key !== undefined ? { cert, key } : undefined,
    dataFolder: resolve(text('PLATELIGHT_DATA') ?? 'data'),
    secretsFile: secretsFile === undefined ? undefined : resolve(secretsFile),
    database:
      databaseUrl === undefined ? undefined : { url: databaseUrl, directUrl: directUrl ?? databaseUrl, connections },
    role,
    workerName: readWorkerName(readers, problems),
    engines,
    copy: readCopy(readers, engines, problems, { isTaken: isTaken('copy') }),
    imageProviders,
    filmProviders,
    cutoutProviders: cutoutAccounts,
    capabilities: ableTo(chosen.length === 0 ? CAPABILITIES : chosen, engines, ffmpeg),
    ffmpeg,
    threads,
    models: {
      own: Object.fromEntries(
        Object.entries(models).flatMap(([use, path]) => (path === undefined ? [] : [[use, path]])),
      ),
      preload: choices('PLATELIGHT_PRELOAD', PRELOADED_USES),
      idleMs: integer('PLATELIGHT_MODEL_IDLE_MINUTES', 10, 0, 10_080) * MINUTE_MS,
    },
    enhanceUpscale: choice('PLATELIGHT_ENHANCE_UPSCALE', ENHANCE_UPSCALES, 'fast'),
    maxQueued: integer('PLATELIGHT_MAX_QUEUED', 500, 1, 1_000_000),
    graceMs: integer('PLATELIGHT_GRACE_SECONDS', 25, 0, HOUR_SECONDS) * 1000,
    drainMs: integer('PLATELIGHT_DRAIN_SECONDS', 0, 0, HOUR_SECONDS) * 1000,
    trustProxy: integer('PLATELIGHT_TRUST_PROXY', 0, 0, 10),
    maxConnections: integer('PLATELIGHT_MAX_CONNECTIONS', 1_000, 4, 1_000_000),
    sendTimeoutMs: integer('PLATELIGHT_SEND_TIMEOUT_SECONDS', 30, 1, HOUR_SECONDS) * 1000,
    allowPrivateUrls: flag('PLATELIGHT_ALLOW_PRIVATE_URLS'),
    outboundProxy: readers.proxy('PLATELIGHT_OUTBOUND_PROXY'),
    nameServers: nameServers('PLATELIGHT_NAME_SERVERS'),
    appCallback: link('PLATELIGHT_APP_CALLBACK'),
    identityProviders: readProviders(env, readers, { production, problems }),
    guests: readGuests(readers, problems),
    payments: readPayments(readers, problems),
    passwordResetUrl: url('PLATELIGHT_PASSWORD_RESET_URL'),
    contactAddress: readContactAddress(readers, problems),
    resourcesFolder: resourcesFolder === undefined ? undefined : resolve(resourcesFolder),
    platformsFile: text('PLATELIGHT_PLATFORMS'),
    metrics: readMetrics(readers, problems),
    tracing: readTracing(readers, problems),
    logLevel: choice('PLATELIGHT_LOG', LOG_LEVELS, 'info'),
    logFormat: choice('PLATELIGHT_LOG_FORMAT', LOG_FORMATS, 'auto'),
    minFreeBytes: integer('PLATELIGHT_MIN_FREE_MB', 100, 0, 1_000_000_000) * 1_000_000,
    visitorsMinFreeBytes: integer('PLATELIGHT_VISITORS_MIN_FREE_MB', 1_000, 0, 1_000_000_000) * 1_000_000,
    s3: readS3(readers, problems),
    backupPassphrase: readers.secret('PLATELIGHT_BACKUP_PASSPHRASE'),
    mail: readMail(readers, problems),
    storage: readStorage(readers),
    retention: readRetention(readers, problems),
    limits: readLimits(readers, { networks: usesNetworks, threads }),
  }

  if (production && !config.publicUrl?.startsWith('https://')) {
    problems.push('PLATELIGHT_PUBLIC_URL must be the https:// address of the service when NODE_ENV is production')
  }
  if (production && config.allowPrivateUrls) {
    problems.push('PLATELIGHT_ALLOW_PRIVATE_URLS is for development: unset it when NODE_ENV is production')
  }
  problems.push(...unknownSettings(env, known.keys()))
  return { config: Object.freeze({ ...config, settings: shownSettings(env, known) }), problems, known }
}

function readMetrics({ text, integer }: SettingReaders, problems: string[]): Config['metrics'] {
  const host = text('PLATELIGHT_METRICS_HOST')
  const isOn = text('PLATELIGHT_METRICS_PORT') !== undefined
  const port = integer('PLATELIGHT_METRICS_PORT', 0, 0, 65_535)
  if (host !== undefined && !isOn) problems.push('PLATELIGHT_METRICS_HOST needs PLATELIGHT_METRICS_PORT beside it')
  return isOn ? { host: host ?? '127.0.0.1', port } : undefined
}

/** Without a setting, processes of one machine differ in their numbers, and containers in their host names. */
function readWorkerName({ text }: SettingReaders, problems: string[]): string {
  const given = text('PLATELIGHT_WORKER_NAME')
  if (given !== undefined && !/^[\w.:@-]{1,64}$/.test(given))
    problems.push('PLATELIGHT_WORKER_NAME must be 1 to 64 letters, digits or any of . : @ _ -')
  return given ?? `${hostname().slice(0, 50)}:${process.pid}`
}
