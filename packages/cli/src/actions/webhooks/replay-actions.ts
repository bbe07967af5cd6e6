import { resolve } from 'node:path'
import { CliError } from '../../base/cli-errors.ts'
import { EXIT, type ExitCode, exitCodeOfRun } from '../../base/exit-codes.ts'
import { onInterrupt } from '../../base/interrupts.ts'
import type { Context } from '../../context/command-context.ts'
import {
  answerFields,
  answerText,
  createEventPrinter,
  failureRemark,
  isDelivered,
  sentText,
} from '../../webhooks/delivery-wording.ts'
import { type Envelope, envelopeOf, windowWarning } from '../../webhooks/event-envelope.ts'
import { postEvent, SERVICE_TIMEOUT_MS } from '../../webhooks/post-event.ts'
import { receiverAddress } from '../../webhooks/receiver-address.ts'
import { readSavedEvent } from '../../webhooks/saved-event.ts'
import { resignHeaders } from '../../webhooks/signed-headers.ts'
import { type SecretFlags, signingSecret } from '../../webhooks/signing-secret.ts'

export interface ReplayFlags extends SecretFlags {
  readonly to: string
  readonly skipVerifyTls?: boolean
}

/** `platelight webhooks replay`: sends saved events again, byte for byte. A given secret replaces the signature. */
export async function replay(files: readonly string[], flags: ReplayFlags, context: Context): Promise<ExitCode> {
  const { settings, colorize, note, environment } = context
  const url = receiverAddress(flags.to, '--to')
  const isSigned = flags.secretEnv !== undefined || flags.secretFile !== undefined
  const secret = isSigned ? signingSecret(flags, context).secret : undefined
  // Read all files before sending the first event, so that a wrong name stops the command early.
  const saved = files.map((file) => ({ ...readSavedEvent(resolve(environment.cwd, file)), file }))
  const say = createEventPrinter(context)
  const interrupts = onInterrupt(() => undefined)
  const failures: ExitCode[] = []
  let done = 0
  try {
    for (const { headers, body, file } of saved) {
      const now = Date.now()
      const event: Envelope = envelopeOf(body) ?? { id: '', type: 'unknown', createdAt: '' }
      const warning = windowWarning(event, now)
      if (warning !== undefined) note(warning)
      const sentHeaders = secret === undefined ? headers : await resignHeaders(headers, body, event.id, secret, now)
      say({ type: 'event', id: event.id, event_type: event.type, file }, sentText(event, colorize))
      const posted = await postEvent(url, body, {
        headers: sentHeaders,
        timeoutMs: settings.timeoutMs ?? SERVICE_TIMEOUT_MS,
        skipVerifyTls: flags.skipVerifyTls ?? false,
        signal: interrupts.finish,
      })
      const accepted = isDelivered(posted)
      if (accepted) done++
      else failures.push(posted.status === undefined ? EXIT.unreachable : EXIT.unexpected)
      const detail = failureRemark(posted)
      say(
        { type: 'answer', id: event.id, ...answerFields(posted) },
        `${answerText(posted, colorize)}${detail && `  ${detail}`}`,
      )
    }
  } catch (error) {
    if (!interrupts.finish.aborted) throw error
    const remaining = saved.length - done - failures.length
    throw new CliError(
      `Stopped; ${remaining} of ${saved.length} not sent.`,
      interrupts.finish.reason as ExitCode,
      'aborted',
    )
  } finally {
    interrupts.release()
  }
  say({ type: 'summary', delivered: done, failed: failures.length }, undefined)
  return exitCodeOfRun({ done, skipped: 0, failures, stopped: undefined })
}
