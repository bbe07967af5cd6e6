import { lookup } from 'node:dns/promises'
import type { Platelight } from '@platelight/sdk'
import { EXIT } from '../base/exit-codes.ts'
import { MINUTE_MS } from '../base/time-units.ts'
import type { Context } from '../context/command-context.ts'
import { clientOf } from '../context/server-connection.ts'
import { checkCertificate } from './check-certificate.ts'
import { checkContract } from './check-contract.ts'
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

  const name = await checkName(url.hostname)
  found.push(name)
  if (name.state === 'fail') return { found, server: undefined }
  if (url.protocol === 'https:') found.push(await checkCertificate(url))

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
    return {
      finding: {
        name: 'server',
        state: 'fail',
        message: `it does not answer: ${cause instanceof Error ? cause.message || cause.name : message}`,
        advice: 'Is it running, and is a firewall or a proxy in between?',
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
