import { SIGNATURE_HEADER, sign, verify } from '@platelight/webhook-verifier'
import { CliError } from '../../base/cli-errors.ts'
import { EXIT, type ExitCode } from '../../base/exit-codes.ts'
import { readFileOrStdin } from '../../base/read-input.ts'
import type { Context } from '../../context/command-context.ts'
import { escapeControls } from '../../reporting/run-wording.ts'
import { envelopeOf, windowWarning } from '../../webhooks/event-envelope.ts'
import { savedEventIn } from '../../webhooks/saved-event.ts'
import { type SecretFlags, signingSecret } from '../../webhooks/signing-secret.ts'

/** `platelight webhooks sign`: prints the signature of the exact bytes of a file. */
export async function signFile(file: string, flags: SecretFlags, context: Context): Promise<ExitCode> {
  const { secret, origin, isOwn } = signingSecret(flags, context)
  const signature = await sign(await readFileOrStdin(file, context.environment), secret)
  if (isOwn) context.note(`Signed with ${origin}.`)
  context.show({ signature, header: 'X-Service-Signature' }, () => signature)
  return EXIT.ok
}

export interface VerifyFlags extends SecretFlags {
  readonly signature?: string
}

/** `platelight webhooks verify`: exits with 10 and the likely reason if the signature does not match. */
export async function verifyFile(file: string, flags: VerifyFlags, context: Context): Promise<ExitCode> {
  const { secret, origin } = signingSecret(flags, context)
  const bytes = await readFileOrStdin(file, context.environment)
  const saved = flags.signature === undefined ? savedEventIn(bytes) : undefined
  const body = saved?.body ?? bytes
  const signature = flags.signature ?? saved?.headers.find(([name]) => name.toLowerCase() === SIGNATURE_HEADER)?.[1]
  if (signature === undefined) {
    throw new CliError(
      saved
        ? `${file} was saved without X-Service-Signature.`
        : 'Give the signature with --signature, or a file that platelight webhooks listen --save wrote.',
    )
  }
  if (!/^[\da-f]{64}$/i.test(signature.trim())) {
    throw invalid(`The signature must be 64 hex characters, not "${escapeControls(signature.slice(0, 80))}".`)
  }
  if (!(await verify(body, signature.trim(), secret)))
    throw invalid(await mismatchReason(body, signature.trim(), secret, origin))
  const event = envelopeOf(body)
  const warning = event && windowWarning(event, Date.now())
  if (warning !== undefined) context.note(warning)
  context.show({ valid: true, ...(event && { id: event.id, event_type: event.type }) }, () =>
    event ? `valid  ${escapeControls(event.id)} ${escapeControls(event.type)}` : 'valid',
  )
  return EXIT.ok
}

const invalid = (message: string) => new CliError(message, EXIT.signature, 'signature_mismatch')

/** The likely reason of a mismatch: tries common changes of the body and the secret. */
async function mismatchReason(body: Buffer, signature: string, secret: string, origin: string): Promise<string> {
  const text = body.toString('utf8')
  const withoutNewline = text.replace(/\r?\n$/, '')
  if (withoutNewline !== text && (await verify(withoutNewline, signature, secret))) {
    return 'The signature matches without the newline at the end; an editor or echo added it.'
  }
  if (await verify(text.replaceAll('\r\n', '\n'), signature, secret)) {
    return 'The signature matches with \\n instead of \\r\\n; the line ends were changed.'
  }
  const compacted = compact(text)
  if (compacted !== undefined && (await verify(compacted, signature, secret))) {
    return 'The signature matches JSON.stringify of the body, so the body was parsed and printed again. Verify the bytes as they arrived.'
  }
  const [, encoded] = /^whsec_(.+)$/.exec(secret) ?? []
  if (encoded !== undefined && (await verify(body, signature, encoded))) {
    return `The signature was made without the whsec_ of ${origin}; the whole secret is the key.`
  }
  return `The signature does not match these bytes with ${origin}. Check that it is the secret of this endpoint and the body as it arrived.`
}

function compact(text: string): string | undefined {
  try {
    return JSON.stringify(JSON.parse(text))
  } catch {
    return undefined
  }
}
