import { hostname } from 'node:os'
import type { Platelight } from '@platelight/sdk'
import { CliError, errorRecordOf } from '../base/cli-errors.ts'
import { EXIT } from '../base/exit-codes.ts'
import { type Context, withConnection } from '../context/command-context.ts'
import type { EventType } from './event-type-argument.ts'
import { receiverAddress } from './receiver-address.ts'

/** An endpoint that exists while a receiver listens. */
export interface TemporaryEndpoint {
  readonly id: string
  readonly url: string
  readonly secret: string
}

export interface RegistrationFlags {
  /** True to register the receiver's own URL, or the URL at which the server reaches it. */
  readonly register?: true | string
  readonly events?: readonly EventType[]
}

/**
 * Runs `work` with a temporary endpoint on the server, if the flags request one. The endpoint is deleted in any case
 * when the work ends. Endpoints left by killed processes are deleted first.
 *
 * @param receiverUrl the local URL of the receiver
 * @throws CliError with advice if the server does not send to such an address
 */
export async function withTemporaryEndpoint(
  { register, events }: RegistrationFlags,
  receiverUrl: string,
  context: Context,
  work: (endpoint: TemporaryEndpoint | undefined) => Promise<void>,
): Promise<void> {
  if (register === undefined) return work(undefined)
  const url = register === true ? receiverUrl : receiverAddress(register, '--register').href
  await withConnection(context, async ({ client }) => {
    await deleteLeftovers(client)
    const { id, secret } = await client.webhookEndpoints
      .create({ url, description: `${DESCRIPTION_PREFIX}${process.pid}`, ...(events && { events: [...events] }) })
      .catch((error: unknown) => {
        throw withAdvice(error)
      })
    try {
      await work({ id, url, secret })
    } finally {
      await client.webhookEndpoints.delete(id).catch((error: unknown) => {
        const { message } = errorRecordOf(error)
        context.note(`Endpoint ${id} could not be deleted: ${message} Try platelight webhooks endpoints delete ${id}.`)
      })
    }
  })
}

const DESCRIPTION_PREFIX = `platelight webhooks listen on ${hostname().slice(0, 100)}, process `

async function deleteLeftovers({ webhookEndpoints }: Platelight): Promise<void> {
  for await (const { id, description } of webhookEndpoints.list({ limit: 100 })) {
    const pid = description?.startsWith(DESCRIPTION_PREFIX)
      ? Number(description.slice(DESCRIPTION_PREFIX.length))
      : Number.NaN
    // Another process may have deleted it already.
    if (Number.isInteger(pid) && !isAlive(pid)) await webhookEndpoints.delete(id).catch(() => undefined)
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // EPERM means that the process exists but belongs to another user.
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

function withAdvice(error: unknown): unknown {
  const { code, message } = errorRecordOf(error)
  if (code !== 'url_not_allowed') return error
  return new CliError(
    `${message} Give the public URL of a tunnel to this machine, --register https://…, or let the server send to private addresses with PLATELIGHT_ALLOW_PRIVATE_URLS=1.`,
    EXIT.rejected,
    code,
  )
}
