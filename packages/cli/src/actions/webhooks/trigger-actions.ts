import { setTimeout as sleep } from 'node:timers/promises'
import { sampleEvent } from '@platelight/webhook-verifier/testing'
import { CliError } from '../../base/cli-errors.ts'
import { EXIT, type ExitCode } from '../../base/exit-codes.ts'
import { onInterrupt } from '../../base/interrupts.ts'
import { readFileOrStdin } from '../../base/read-input.ts'
import { counted, duration } from '../../base/text-layout.ts'
import type { Context } from '../../context/command-context.ts'
import { delaysOf, type Schedule } from '../../webhooks/attempt-schedule.ts'
import {
  answerFields,
  answerText,
  createEventPrinter,
  failureRemark,
  isDelivered,
  sentText,
} from '../../webhooks/delivery-wording.ts'
import { type Envelope, envelopeOf, windowWarning } from '../../webhooks/event-envelope.ts'
import type { EventType } from '../../webhooks/event-type-argument.ts'
import { type EventResponse, postEvent, SERVICE_TIMEOUT_MS } from '../../webhooks/post-event.ts'
import { receiverAddress } from '../../webhooks/receiver-address.ts'
import { savedEventIn } from '../../webhooks/saved-event.ts'
import { signedHeaders } from '../../webhooks/signed-headers.ts'
import { type SecretFlags, signingSecret } from '../../webhooks/signing-secret.ts'

export interface TriggerFlags extends SecretFlags, SampleFlags {
  readonly to: string
  readonly schedule?: Exclude<Schedule, 'once'>
  /** Continues after an accepted attempt, as if the answer had been lost. */
  readonly allAttempts?: boolean
  readonly skipVerifyTls?: boolean
}

/**
 * `platelight webhooks trigger`: sends a signed sample event as the service would. Exits with 0 if the receiver accepted
 * it, 1 if it answered otherwise, 8 if there was no answer.
 */
export async function trigger(type: EventType, flags: TriggerFlags, context: Context): Promise<ExitCode> {
  const { allAttempts = false, skipVerifyTls = false, schedule = 'once' } = flags
  if (allAttempts && schedule === 'once') throw new CliError('--all-attempts needs --schedule real or fast.')
  const url = receiverAddress(flags.to, '--to')
  const { secret, origin } = signingSecret(flags, context)
  const { event, body } = await buildSample(type, flags, context)
  const { settings, colorize, note } = context
  const say = createEventPrinter(context)
  const warning = windowWarning(event, Date.now())
  if (warning !== undefined) note(warning)
  const timeoutMs = settings.timeoutMs ?? SERVICE_TIMEOUT_MS
  const delays = delaysOf(schedule)
  const interrupts = onInterrupt(() => undefined)
  const signal = interrupts.finish
  say(
    { type: 'event', id: event.id, event_type: event.type, to: url.href },
    `${sentText(event, colorize)} to ${url.href}`,
  )
  if (settings.verbose) note(`Signed with ${origin}.`)
  let acceptedAt: number | undefined
  let last: EventResponse | undefined
  try {
    for (const [index, delay] of delays.entries()) {
      if (delay > 0) await sleep(delay, undefined, { signal })
      // Bytes and id stay the same; the Standard Webhooks headers contain the time of each attempt.
      const headers = await signedHeaders(body, event.id, secret, Date.now())
      last = await postEvent(url, body, { headers, timeoutMs, skipVerifyTls, signal })
      const accepted = isDelivered(last)
      if (accepted) acceptedAt ??= index + 1
      const next = accepted && !allAttempts ? undefined : delays[index + 1]
      const nextNote = next === undefined ? '' : `  next in ${next < 1000 ? `${next} ms` : duration(next)}`
      const fields = { number: index + 1, ...answerFields(last), next_in_ms: next ?? null }
      const detail = failureRemark(last)
      say(
        {
          type: 'attempt',
          id: event.id,
          ...fields,
          ...(last.status !== undefined && detail !== '' && { response_excerpt: detail }),
        },
        `${delays.length > 1 ? `${index + 1}  ` : ''}${answerText(last, colorize)}${detail && `  ${detail}`}${colorize('dim', nextNote)}`,
      )
      if (next === undefined) break
    }
  } catch (error) {
    if (!signal.aborted) throw error
    throw new CliError('Stopped; the event will not be sent again.', signal.reason as ExitCode, 'aborted')
  } finally {
    interrupts.release()
  }
  const wasAccepted = acceptedAt !== undefined
  say(
    { type: 'summary', id: event.id, delivered: wasAccepted, delivered_at_attempt: acceptedAt ?? null },
    summaryText(acceptedAt, delays.length),
  )
  if (wasAccepted) return EXIT.ok
  return last?.status === undefined ? EXIT.unreachable : EXIT.unexpected
}

/** The summary of several attempts; a single attempt needs none. */
function summaryText(acceptedAt: number | undefined, attempts: number): string | undefined {
  if (attempts === 1) return undefined
  return acceptedAt === undefined
    ? `Not accepted in ${counted(attempts, 'attempt')}.`
    : `Accepted at attempt ${acceptedAt}.`
}

interface SampleFlags {
  readonly set?: readonly string[]
  /** A file with the body of an event, or `-`. */
  readonly from?: string
}

/** An event to send. */
interface Sample {
  readonly event: Envelope
  readonly body: Buffer
}

/**
 * Returns an event of this type: from a file, unchanged unless fields are set, or a sample with a new id and date.
 *
 * @throws CliError if the file contains no event, or one of another type
 */
async function buildSample(type: EventType, { set = [], from }: SampleFlags, context: Context): Promise<Sample> {
  if (from === undefined) {
    const event = structuredClone(sampleEvent(type))
    applyAssignments(event, set)
    return sampleIn(Buffer.from(JSON.stringify(event)), 'The sample')
  }
  const bytes = await readFileOrStdin(from, context.environment)
  const name = from === '-' ? 'Standard input' : from
  const sample = sampleIn(savedEventIn(bytes)?.body ?? bytes, name)
  if (sample.event.type !== type) throw new CliError(`${name} contains ${sample.event.type}, not ${type}.`)
  if (set.length === 0) return sample
  const event = JSON.parse(sample.body.toString('utf8'))
  applyAssignments(event, set)
  return sampleIn(Buffer.from(JSON.stringify(event)), name)
}

function sampleIn(body: Buffer, name: string): Sample {
  const event = envelopeOf(body)
  if (event) return { event, body }
  throw new CliError(`${name} contains no event. An event is JSON with id, type, createdAt and data.`)
}

type Fields = Record<string, unknown>

const FORBIDDEN = new Set(['__proto__', 'constructor', 'prototype'])

/**
 * Sets fields of an event from assignments such as `data.photo.id=run_1`. A value must have the type of the one it
 * replaces. A new value is parsed as JSON if possible, otherwise it is text.
 *
 * @throws CliError for an invalid path or a value of another type
 * @example applyAssignments(event, ['data.credits.balance=3', 'data.photo.status=failed'])
 */
export function applyAssignments(event: object, typed: readonly string[]): void {
  for (const assignment of typed) {
    const at = assignment.indexOf('=')
    if (at < 1) throw new CliError(`--set ${assignment}: write it as path=value, such as data.photo.id=run_1.`)
    const path = assignment.slice(0, at).split('.')
    const name = path.at(-1) as string
    if (path.some((part) => part === '' || FORBIDDEN.has(part)))
      throw new CliError(`--set ${assignment}: no such path.`)
    if (path[0] === 'type') throw new CliError('--set type: the type of the event cannot be changed.')
    const target = targetOf(event as Fields, path.slice(0, -1), assignment)
    target[name] = valueIn(assignment.slice(at + 1), target[name], assignment)
  }
}

function targetOf(event: Fields, path: readonly string[], assignment: string): Fields {
  let target = event
  for (const part of path) {
    target[part] ??= {}
    if (typeof target[part] !== 'object') throw new CliError(`--set ${assignment}: ${part} holds a value, not fields.`)
    target = target[part] as Fields
  }
  return target
}

function valueIn(text: string, previous: unknown, assignment: string): unknown {
  if (typeof previous === 'string') return text
  let value: unknown = text
  try {
    value = JSON.parse(text)
  } catch {
    // Not JSON, so it is text.
  }
  if (previous === undefined || previous === null || typeof value === typeof previous) return value
  throw new CliError(
    `--set ${assignment}: what is there is ${typeof previous === 'object' ? 'an object' : `a ${typeof previous}`}.`,
  )
}
