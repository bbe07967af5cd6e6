import { resolve } from 'node:path'
import { SIGNATURE_HEADER, verifyWebhook, WebhookVerificationError } from '@platelight/webhook-verifier'
import { CliError } from '../../base/cli-errors.ts'
import { EXIT, type ExitCode } from '../../base/exit-codes.ts'
import { onInterrupt } from '../../base/interrupts.ts'
import { counted } from '../../base/text-layout.ts'
import type { Context } from '../../context/command-context.ts'
import { escapeControls } from '../../reporting/run-wording.ts'
import {
  answerFields,
  answerText,
  createEventPrinter,
  failureRemark,
  isDelivered,
  sentText,
} from '../../webhooks/delivery-wording.ts'
import { type Envelope, envelopeOf } from '../../webhooks/event-envelope.ts'
import { openReceiver, type ReceivedDelivery, type ReceiverAnswer } from '../../webhooks/local-receiver.ts'
import { type EventResponse, forwardedHeaders, postEvent, SERVICE_TIMEOUT_MS } from '../../webhooks/post-event.ts'
import { receiverAddress } from '../../webhooks/receiver-address.ts'
import { saveEvent, savingFolder } from '../../webhooks/saved-event.ts'
import { type SecretFlags, type SigningSecret, signingSecret } from '../../webhooks/signing-secret.ts'
import {
  type RegistrationFlags,
  type TemporaryEndpoint,
  withTemporaryEndpoint,
} from '../../webhooks/temporary-endpoint.ts'

export interface ListenFlags extends SecretFlags, RegistrationFlags {
  readonly port: number
  readonly forwardTo?: string
  readonly printSecret?: boolean
  readonly skipVerifyTls?: boolean
  readonly save?: string
}

/** `platelight webhooks listen`: a receiver on this machine, until Ctrl-C. */
export async function listen(flags: ListenFlags, context: Context): Promise<ExitCode> {
  const localSecret = signingSecret(flags, context)
  if (flags.printSecret) {
    context.show({ secret: localSecret.secret }, () => localSecret.secret)
    return EXIT.ok
  }
  const { settings, environment, note } = context
  if (flags.register !== undefined && !localSecret.isOwn) {
    throw new CliError('With --register the server creates the secret. Leave out --secret-env and --secret-file.')
  }
  const forwardTo = flags.forwardTo === undefined ? undefined : receiverAddress(flags.forwardTo, '--forward-to')
  const folder = flags.save === undefined ? undefined : savingFolder(resolve(environment.cwd, flags.save))
  const interrupts = onInterrupt(() => undefined)
  const { report, counts } = createDeliveryReporter(context)
  let { secret } = localSecret
  const receiver = await openReceiver(
    flags.port,
    createDeliveryHandler({
      secret: () => secret,
      forwardTo,
      events: flags.events,
      timeoutMs: settings.timeoutMs ?? SERVICE_TIMEOUT_MS,
      skipVerifyTls: flags.skipVerifyTls ?? false,
      signal: interrupts.finish,
      onEvent: report,
      save: (event, delivery) => void (folder !== undefined && saveEvent(folder, event, delivery)),
    }),
  ).catch((error: unknown) => {
    interrupts.release()
    throw error
  })
  try {
    const say = createEventPrinter(context)
    const action = forwardTo ? `, forwarding to ${forwardTo.href}` : ', answering 200 to verified events'
    await withTemporaryEndpoint(flags, receiver.url, context, async (registered) => {
      secret = registered?.secret ?? secret
      say(
        {
          type: 'ready',
          url: receiver.url,
          forward_to: forwardTo?.href ?? null,
          ...(registered && { endpoint_id: registered.id, registered_url: registered.url, secret }),
        },
        `Listening on ${receiver.url}${action}.`,
      )
      for (const line of secretLines(localSecret, registered)) note(line)
      if (folder !== undefined)
        note(`Events are saved in ${escapeControls(folder)}; platelight webhooks replay sends them again.`)
      note('Press Ctrl-C to stop.')
      if (!interrupts.finish.aborted) {
        await new Promise((done) => interrupts.finish.addEventListener('abort', done, { once: true }))
      }
    })
    const { events, again, refused, failed } = counts
    const parts = [
      again > 0 && `${again} repeated`,
      failed > 0 && `${failed} not accepted`,
      refused > 0 && `${refused} refused`,
    ]
    say(
      { type: 'summary', events, again, failed, refused },
      [counted(events, 'event'), ...parts.filter((part) => part !== false)].join(', '),
    )
    // Ctrl-C is the normal end; SIGTERM has its own exit code.
    return interrupts.finish.reason === EXIT.terminated ? EXIT.terminated : EXIT.ok
  } finally {
    interrupts.release()
    await receiver.close()
  }
}

/** Shows the secret if it was created for this use, because the receiver needs it. */
function secretLines({ secret, origin, isOwn }: SigningSecret, endpoint: TemporaryEndpoint | undefined): string[] {
  if (endpoint)
    return [`Signing secret: ${endpoint.secret}`, `Endpoint ${endpoint.id} sends here until this command ends.`]
  return isOwn ? [`Signing secret: ${secret}`, `It is ${origin}.`] : [`The signing secret is that of ${origin}.`]
}

/** Reports deliveries as they arrive and counts them. */
function createDeliveryReporter(context: Context) {
  const { colorize, settings } = context
  const say = createEventPrinter(context)
  const counts = { events: 0, again: 0, refused: 0, failed: 0 }

  function refused({ status, code, reason }: EventOf<'refused'>): void {
    counts.refused++
    say({ type: 'refused', status, code, reason }, `${colorize('red', '✗')} [${status}] ${code}: ${reason}`)
  }

  function received({ event, again, selected }: EventOf<'event'>): void {
    counts.events++
    if (again) counts.again++
    const remark = [again && '(again)', !selected && '(not selected)'].filter(Boolean).join(' ')
    const line = `${sentText(event, colorize)} ${colorize('dim', remark)}`.trimEnd()
    say({ type: 'event', id: event.id, event_type: event.type, again, selected }, settings.quiet ? undefined : line)
  }

  function answered({ event: { id }, posted = DEFAULT_ANSWER, forwarded }: EventOf<'answer'>): void {
    const accepted = isDelivered(posted)
    if (!accepted) counts.failed++
    const line = [answerText(posted, colorize), colorize('dim', escapeControls(id)), failureRemark(posted)]
      .join('  ')
      .trimEnd()
    say({ type: 'answer', id, forwarded, ...answerFields(posted) }, accepted && settings.quiet ? undefined : line)
  }

  function report(event: DeliveryEvent): void {
    if (event.type === 'refused') refused(event)
    else if (event.type === 'event') received(event)
    else answered(event)
  }
  return { report, counts }
}

type EventOf<Type extends DeliveryEvent['type']> = Extract<DeliveryEvent, { readonly type: Type }>

/** The answer without a receiver to forward to. */
const DEFAULT_ANSWER = { status: 200, ms: 0, headers: [], body: Buffer.alloc(0) }

/** Events of a delivery, in the order in which they are reported. */
type DeliveryEvent =
  | { readonly type: 'refused'; readonly status: number; readonly code: string; readonly reason: string }
  | { readonly type: 'event'; readonly event: Envelope; readonly again: boolean; readonly selected: boolean }
  | { readonly type: 'answer'; readonly event: Envelope; readonly posted?: EventResponse; readonly forwarded: boolean }

interface DeliveryHandlerOptions {
  readonly secret: () => string
  /** Receiver of verified events; undefined to answer them here. */
  readonly forwardTo: URL | undefined
  /** Event types to forward; undefined for all. */
  readonly events: readonly string[] | undefined
  readonly timeoutMs: number
  readonly skipVerifyTls: boolean
  /** Aborts forwarding. */
  readonly signal: AbortSignal
  readonly onEvent: (event: DeliveryEvent) => void
  /** Saves a verified event. */
  readonly save: (event: Envelope, delivery: ReceivedDelivery) => void
}

/**
 * Verifies deliveries and forwards the same bytes. The sender gets the answer of the receiver, and never 2xx for a
 * delivery that fails verification.
 */
function createDeliveryHandler(
  options: DeliveryHandlerOptions,
): (delivery: ReceivedDelivery) => Promise<ReceiverAnswer> {
  const { forwardTo, events, timeoutMs, skipVerifyTls, signal, onEvent, save } = options
  const seen = new Set<string>()

  return async (delivery) => {
    const { headers, body } = delivery
    try {
      const signatures = headers.flatMap(([name, value]) => (name.toLowerCase() === SIGNATURE_HEADER ? [value] : []))
      await verifyWebhook(body, signatures, { secrets: options.secret() })
    } catch (error) {
      if (!(error instanceof WebhookVerificationError)) throw error
      const { status, code, message, hint } = error
      onEvent({ type: 'refused', status, code, reason: hint ?? message })
      return { status, body: `${code}: ${message}\n` }
    }
    // A verified body is always an event.
    const event = envelopeOf(body) as Envelope
    const again = seen.has(event.id)
    seen.add(event.id)
    const selected = events === undefined || events.includes(event.type)
    save(event, delivery)
    onEvent({ type: 'event', event, again, selected })
    if (!forwardTo || !selected) {
      onEvent({ type: 'answer', event, forwarded: false })
      return { status: 200, body: 'ok\n' }
    }
    const posted = await postEvent(forwardTo, body, { headers, timeoutMs, skipVerifyTls, signal })
    onEvent({ type: 'answer', event, posted, forwarded: true })
    return posted.status === undefined
      ? { status: posted.error === 'timeout' ? 504 : 502, body: `${posted.error}\n` }
      : { status: posted.status, headers: forwardedHeaders(posted.headers), body: posted.body }
  }
}
