import { createHash } from 'node:crypto'
import { lookup } from 'node:dns/promises'
import { connect } from 'node:tls'
import { Platelight, PlatelightError } from '@platelight/sdk'
import { proxyFor } from '@platelight/sdk/folder-engine'
import { EXIT } from '../base/exit-codes.ts'
import { DAY_MS, MINUTE_MS } from '../base/time-units.ts'
import type { Context } from '../context/command-context.ts'
import { clientOf } from '../context/server-connection.ts'
import { DEADLINE_MS, type Finding } from './doctor-finding.ts'

/** A server that answered. */
export interface ReachedServer {
  readonly baseUrl: string
}

/** Signed links and sessions last minutes, so a smaller clock difference does no harm. */
const SKEW_WARN_MS = 30_000
const SKEW_FAIL_MS = 5 * MINUTE_MS

/** Checks address, DNS name, certificate, health, clock and API document. Sends no credential. */
export async function checkServer(context: Context): Promise<{ found: Finding[]; server: ReachedServer | undefined }> {
  const { settings, environment } = context
  const found: Finding[] = []
  const configuredUrl = settings.baseUrl ?? settings.config.credential?.server
  let client: Platelight
  let fetch: (request: Request) => Promise<Response>
  try {
    ;({ client, fetch } = clientOf(settings, environment, {
      maxRetries: 0,
      ...(configuredUrl !== undefined && { baseUrl: configuredUrl }),
    }))
  } catch (error) {
    const advice = 'Give an address such as https://photos.example.com with --base-url.'
    found.push({ name: 'base URL', state: 'fail', message: (error as Error).message, advice, exitCode: EXIT.usage })
    return { found, server: undefined }
  }
  const { baseUrl } = client
  const url = new URL(baseUrl)
  const origin = settings.baseUrlOrigin === 'project' ? `, from ${settings.config.project?.path}` : ''
  found.push({ name: 'base URL', state: 'ok', message: `${baseUrl}${origin}` })

  const proxy = proxyFor(url, environment.env)
  // Only the proxy has to know the name, and it is the proxy that connects.
  if (proxy) found.push({ name: 'proxy', state: 'ok', message: `${proxy.place}, from ${proxy.variable}` })
  else {
    const name = await checkName(url.hostname)
    found.push(name)
    if (name.state === 'fail') return { found, server: undefined }
    if (url.protocol === 'https:') found.push(await checkCertificate(url))
  }

  const answered = await reach(fetch, baseUrl)
  found.push(answered.finding)
  if (!answered.response) return { found, server: undefined }
  found.push(checkClock(answered.response.headers.get('date'), answered.at))
  found.push(await checkContract(fetch, baseUrl))
  return { found, server: { baseUrl } }
}

async function checkName(hostname: string): Promise<Finding> {
  const host = hostname.replace(/^\[|\]$/g, '')
  try {
    const addresses = await lookup(host, { all: true })
    return { name: 'DNS', state: 'ok', message: `${host} is ${addresses.map(({ address }) => address).join(', ')}` }
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException
    return {
      name: 'DNS',
      state: 'fail',
      message: `${host} is not found (${code})`,
      advice: 'Check the spelling, the network and the VPN.',
      exitCode: EXIT.unreachable,
    }
  }
}

async function reach(fetch: (request: Request) => Promise<Response>, baseUrl: string) {
  const began = Date.now()
  try {
    const response = await fetch(new Request(`${baseUrl}/health`, { signal: AbortSignal.timeout(DEADLINE_MS) }))
    const body: unknown = await response.json().catch(() => undefined)
    const { status, version } = Object(body) as { status?: unknown; version?: unknown }
    const took = Date.now() - began
    if (response.ok && status === 'ok') {
      const finding: Finding = { name: 'server', state: 'ok', message: `version ${version}, answers in ${took} ms` }
      return { finding, response, at: began + took / 2 }
    }
    return {
      finding: {
        name: 'server',
        state: 'fail',
        message: `${baseUrl}/health answers ${response.status}, but not as a Platelight server does`,
        advice: 'Check that the base URL leads to the service and not to a page in front of it.',
        exitCode: EXIT.unreachable,
      } satisfies Finding,
    }
  } catch (error) {
    const { cause, message } = error as Error
    const reason = !(error instanceof PlatelightError) && cause instanceof Error ? cause.message || cause.name : message
    return {
      finding: {
        name: 'server',
        state: 'fail',
        message: `it does not answer: ${reason}`,
        advice:
          'Is it running, and is a firewall or a proxy in between? HTTPS_PROXY names a proxy, NO_PROXY what needs none, and NODE_EXTRA_CA_CERTS a file with its certificate.',
        exitCode: EXIT.unreachable,
      } satisfies Finding,
    }
  }
}

/** @param at local time at which the server sent its answer */
export function checkClock(date: string | null, at: number): Finding {
  const serverTime = Date.parse(date ?? '')
  if (Number.isNaN(serverTime)) return { name: 'clock', state: 'warn', message: 'the server does not send its time' }
  // The Date header has whole seconds.
  const skewMs = Math.max(0, Math.abs(serverTime - at) - 1000)
  const seconds = Math.round((at - serverTime) / 1000)
  const message =
    skewMs === 0
      ? 'the same as the server’s'
      : `${Math.abs(seconds)} s ${seconds > 0 ? 'ahead of' : 'behind'} the server`
  if (skewMs <= SKEW_WARN_MS) return { name: 'clock', state: 'ok', message }
  const advice = 'Set the clock, best by NTP: signed links and sessions depend on it.'
  return skewMs <= SKEW_FAIL_MS
    ? { name: 'clock', state: 'warn', message, advice }
    : { name: 'clock', state: 'fail', message, advice, exitCode: EXIT.usage }
}

/** A certificate that expires within this time should be renewed now. */
const WARN_DAYS = 14

/** Checks the certificate separately, because "fetch failed" does not say that a certificate has expired. */
function checkCertificate(url: URL): Promise<Finding> {
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const fail = (message: string): Finding => ({
    name: 'TLS',
    state: 'fail',
    message,
    advice: 'If the certificate is your own, set NODE_EXTRA_CA_CERTS to its authority.',
    exitCode: EXIT.unreachable,
  })
  return new Promise((resolve) => {
    const socket = connect({ host, port: Number(url.port || 443), servername: host, timeout: DEADLINE_MS })
    const end = (finding: Finding) => {
      socket.destroy()
      resolve(finding)
    }
    socket.once('error', (error) => end(fail(error.message)))
    socket.once('timeout', () => end(fail(`no answer within ${DEADLINE_MS / 1000} s`)))
    socket.once('secureConnect', () => {
      const expiresAt = Date.parse(socket.getPeerCertificate().valid_to)
      const days = Math.floor((expiresAt - Date.now()) / DAY_MS)
      const message = `${socket.getProtocol() ?? 'TLS'}, certificate valid for ${days} days`
      if (days >= WARN_DAYS) return end({ name: 'TLS', state: 'ok', message })
      end({ name: 'TLS', state: 'warn', message, advice: 'The operator of the server has to renew it.' })
    })
  })
}

/** Compares the server's API document with the one that this client was generated from. */
async function checkContract(fetch: (request: Request) => Promise<Response>, baseUrl: string): Promise<Finding> {
  const name = 'contract'
  try {
    const response = await fetch(new Request(`${baseUrl}/openapi.json`, { signal: AbortSignal.timeout(DEADLINE_MS) }))
    const served = response.ok ? hashOf(await response.text()) : undefined
    if (served === undefined) return { name, state: 'warn', message: `/openapi.json answers ${response.status}` }
    const clientHash = await readClientHash()
    if (served === clientHash) return { name, state: 'ok', message: `${clientHash}, the same for client and server` }
    return {
      name,
      state: 'warn',
      message: `the server's is ${served}, this client was generated from ${clientHash}`,
      advice: 'Most commands work. If one is refused, install the same version on both sides.',
    }
  } catch (error) {
    return { name, state: 'warn', message: `/openapi.json cannot be read: ${(error as Error).message}` }
  }
}

/** The hash of a served document, without whitespace and server addresses; undefined if it is not JSON. */
export function hashOf(text: string): string | undefined {
  try {
    const { servers: _, ...document } = JSON.parse(text) as Record<string, unknown>
    return createHash('sha256').update(JSON.stringify(document)).digest('hex').slice(0, 16)
  } catch {
    return undefined
  }
}

/** The hash in the client's User-Agent, read from a request that is not sent. */
async function readClientHash(): Promise<string> {
  let agent = ''
  const client = new Platelight({
    apiKey: '',
    baseUrl: 'http://127.0.0.1',
    fetch: async ({ headers }) => {
      agent = headers.get('user-agent') ?? ''
      return Response.json({})
    },
  })
  await client.service.health()
  return /document ([0-9a-f]+)/.exec(agent)?.[1] ?? 'unknown'
}
