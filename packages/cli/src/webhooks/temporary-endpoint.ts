import { hostname } from 'node:os'
import type { Platelight } from '@platelight/sdk'
import { CliError, errorRecordOf } from '../base/cli-errors.ts'
import { EXIT } from '../base/exit-codes.ts'
import { type Context, withConnection } from '../context/command-context.ts'
import type { EventType } from './event-type-argument.ts'
import { receiverAddress } from './receiver-address.ts'

/** An endpoint that is there for as long as a receiver listens. */
export interface TemporaryEndpoint {
  readonly id: string
  readonly url: string
  readonly secret: string
}

export interface RegistrationFlags {
  /** True for the receiver's own address, or the one that the server reaches it at. */
  readonly register?: true | string
  readonly events?: readonly EventType[]
}

/**
 * Works with an endpoint on the server where one is asked for, else without. The endpoint is deleted however the work
 * ends; one that a killed process left is deleted by the next.
 *
 * @param own where the receiver listens
 * @throws CliError where the server does not send to such an address, with what to do
 */
export async function withTemporaryEndpoint(
  { register: asked, events }: RegistrationFlags,
  own: string,
  context: Context,
  work: (registered: TemporaryEndpoint | undefined) => Promise<void>,
): Promise<void> {
  if (asked === undefined) return work(undefined)
  const url = asked === true ? own : receiverAddress(asked, '--register').href
  await withConnection(context, async ({ client }) => {
    await deleteLeftovers(client)
    const { id, secret } = await client.webhookEndpoints
      .create({ url, description: `${MARK}${process.pid}`, ...(events && { events: [...events] }) })
      .catch((error: unknown) => {
        throw explained(error)
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

const MARK = `platelight webhooks listen on ${hostname().slice(0, 100)}, process `

async function deleteLeftovers({ webhookEndpoints }: Platelight): Promise<void> {
  for await (const { id, description } of webhookEndpoints.list({ limit: 100 })) {
    const pid = description?.startsWith(MARK) ? Number(description.slice(MARK.length)) : Number.NaN
    // Somebody else may have been quicker.
    if (Number.isInteger(pid) && !isAlive(pid)) await webhookEndpoints.delete(id).catch(() => undefined)
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // Somebody else's process is one too.
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

function explained(error: unknown): unknown {
  const { code, message } = errorRecordOf(error)
  if (code !== 'url_not_allowed') return error
  return new CliError(
    `${message} Name the public address of a tunnel to this machine, --register https://…, or let the server send to private addresses with PLATELIGHT_ALLOW_PRIVATE_URLS=1.`,
    EXIT.rejected,
    code,
  )
}
