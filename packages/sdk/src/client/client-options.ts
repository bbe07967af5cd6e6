import { files } from '#files'
import { MAX_IMAGE_BYTES } from '../files/picture-input.ts'
import { createLog, LOG_LEVELS, type Logger, type LogLevel } from '../transport/redacting-log.ts'
import { createHookedFetch, type Hooks } from '../transport/request-hooks.ts'
import { type Clock, MINUTE_MS, systemClock } from '../transport/sdk-clock.ts'
import { PlatelightError } from '../transport/sdk-errors.ts'
import { parseUrl } from '../transport/sdk-url.ts'

/** Options of a client. All have defaults. */
export interface PlatelightOptions extends Hooks {
  /** API key or session token. Default: the environment variable PLATELIGHT_API_KEY. */
  readonly apiKey?: string
  /** Where the key came from, for the error when the server refuses it. Default: apiKey or PLATELIGHT_API_KEY. */
  readonly apiKeySource?: string
  /** Address of the server. Default: PLATELIGHT_BASE_URL, else http://127.0.0.1:8787. */
  readonly baseUrl?: string
  /** How often a failed attempt is repeated. Default 2. */
  readonly maxRetries?: number
  /** Deadline of each attempt in milliseconds. Default: the operation's own deadline (60 s if it has none) + 5 s. */
  readonly timeoutMs?: number
  /** The longest Retry-After to wait for, in milliseconds. Default 60 000. */
  readonly maxRetryAfterMs?: number
  /** The largest picture in bytes. Larger ones are refused before they are sent. Default 25 000 000, as on the server. */
  readonly maxImageBytes?: number
  /** Sends the requests. Default: the global fetch, in Node through the proxy that HTTPS_PROXY, HTTP_PROXY and NO_PROXY name. */
  readonly fetch?: (request: Request) => Promise<Response>
  /** Receives log lines. Default: console. */
  readonly logger?: Logger
  /** Default: PLATELIGHT_LOG, else warn. */
  readonly logLevel?: LogLevel
  readonly clock?: Clock
  /** Random numbers, uniform in [0, 1), for the jitter of retries. Default: Math.random. */
  readonly random?: () => number
  /** Allows an API key in a browser, where every visitor can read it. Default false. */
  readonly dangerouslyAllowBrowser?: boolean
}

const LOOPBACK = /^((.+\.)?localhost|127\.[\d.]+|\[::1])$/

/**
 * Checks the options and fills in the defaults.
 *
 * @throws PlatelightError `invalid_base_url`, `insecure_base_url`, `invalid_api_key`, `browser_key`, `invalid_input`.
 */
export function readOptions(options: PlatelightOptions) {
  const env = (globalThis as { process?: { env?: Readonly<Record<string, string | undefined>> } }).process?.env ?? {}
  const apiKey = keyOf(options.apiKey ?? env.PLATELIGHT_API_KEY)
  const hasKey = apiKey !== undefined
  const clock = options.clock ?? systemClock
  const fetch = options.fetch ?? files?.fetch ?? ((request: Request) => globalThis.fetch(request))
  const isBrowser = typeof window !== 'undefined' && typeof document !== 'undefined'
  if (hasKey && isBrowser && !options.dangerouslyAllowBrowser) {
    throw new PlatelightError(
      'browser_key',
      'Visitors of a page can read its API key. Call from a server, or set dangerouslyAllowBrowser.',
    )
  }
  return {
    ...numbersOf(options),
    apiKey,
    hasKey,
    apiKeySource: options.apiKeySource ?? (options.apiKey === undefined ? 'PLATELIGHT_API_KEY' : 'the option apiKey'),
    isBrowser,
    baseUrl: baseUrlOf(options.baseUrl ?? (env.PLATELIGHT_BASE_URL || 'http://127.0.0.1:8787'), hasKey),
    fetch: createHookedFetch(fetch, options, clock),
    log: createLog(options.logger ?? console, options.logLevel ?? levelIn(env.PLATELIGHT_LOG)),
    clock,
    random: options.random ?? Math.random,
  }
}

/** Options that must be numbers from 0 up. */
type Numbers = Pick<PlatelightOptions, 'maxRetries' | 'timeoutMs' | 'maxRetryAfterMs' | 'maxImageBytes'>

function numbersOf(options: Numbers) {
  const numbers = {
    maxRetries: 2,
    timeoutMs: undefined as number | undefined,
    maxRetryAfterMs: MINUTE_MS,
    maxImageBytes: MAX_IMAGE_BYTES,
  }
  for (const name of Object.keys(numbers) as (keyof Numbers)[]) {
    const value = options[name] ?? numbers[name]
    if (value !== undefined && !(value >= 0)) {
      throw new PlatelightError('invalid_input', `${name} must be a number from 0 up.`)
    }
    numbers[name] = value as number
  }
  return numbers
}

function keyOf(given: string | undefined): string | undefined {
  const key = given?.trim()
  if (!key) return undefined
  // Error messages never contain the key.
  if (!/^[\x21-\x7e]+$/.test(key)) {
    throw new PlatelightError('invalid_api_key', 'The API key has characters that no key has; copy it again.')
  }
  return key
}

function baseUrlOf(text: string, hasKey: boolean): string {
  const url = parseUrl(text)
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.search || url.hash) {
    throw new PlatelightError('invalid_base_url', 'The base URL must be an http(s) address without user, query or #.')
  }
  // A page that came over plain http may use it too: it is as safe as the page itself.
  const isOwnPage = typeof location !== 'undefined' && url.origin === location.origin
  if (hasKey && url.protocol === 'http:' && !LOOPBACK.test(url.hostname) && !isOwnPage) {
    throw new PlatelightError(
      'insecure_base_url',
      `The API key is not sent over plain http to ${url.hostname}. Use https or a server on this machine.`,
    )
  }
  return url.href.replace(/\/+$/, '')
}

const levelIn = (text: string | undefined): LogLevel => LOG_LEVELS.find((level) => level === text) ?? 'warn'
