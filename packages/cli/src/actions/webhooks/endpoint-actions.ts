import type { Platelight, WebhookEndpoint } from '@platelight/sdk'
import { CliError } from '../../base/cli-errors.ts'
import { EXIT, type ExitCode } from '../../base/exit-codes.ts'
import { columns, formatMinute } from '../../base/text-layout.ts'
import { type Context, withConnection } from '../../context/command-context.ts'
import { escapeControls } from '../../reporting/run-wording.ts'
import { requireConfirmation } from '../../screens/require-confirmation.ts'
import { openSecretDestination, type SecretDestinationFlags } from '../../sign-in/secret-destination.ts'
import type { Selection } from '../../webhooks/event-type-argument.ts'
import { forEachId } from '../for-each-id.ts'
import { type ListFlags, showList } from '../show-list.ts'

/** `platelight webhooks endpoints list`. */
export const listEndpoints = (flags: ListFlags, context: Context): Promise<ExitCode> =>
  withConnection(context, ({ client }) =>
    showList(
      (params) => client.webhookEndpoints.list(params),
      flags,
      {
        noun: 'webhook_endpoints',
        empty: 'No endpoints yet. Create one with platelight webhooks endpoints create URL.',
        row: (endpoint) => [endpoint.id, stateOf(endpoint).padEnd(12), endpoint.url, endpoint.events.join(',')],
      },
      context,
    ),
  )

function stateOf({ enabled, disabled_reason, last_failure_at, last_success_at }: WebhookEndpoint): string {
  if (!enabled) return disabled_reason === 'no_success' ? 'given up' : 'disabled'
  if (last_failure_at && (!last_success_at || last_failure_at > last_success_at)) return 'failing'
  return last_success_at ? 'delivering' : 'enabled'
}

/** `platelight webhooks endpoints get`. */
export const getEndpoint = (id: string, context: Context): Promise<ExitCode> =>
  withConnection(context, async ({ client }) => show(await client.webhookEndpoints.get(id), context))

function show(endpoint: WebhookEndpoint, context: Context): ExitCode {
  context.show(endpoint, () => columns(rowsOf(endpoint)))
  return EXIT.ok
}

const rowsOf = (endpoint: WebhookEndpoint): string[][] => [
  ['id', endpoint.id],
  ['url', escapeControls(endpoint.url)],
  ['events', endpoint.events.join(', ')],
  ...(endpoint.description ? [['about', escapeControls(endpoint.description)]] : []),
  ['state', stateOf(endpoint)],
  ...(endpoint.last_success_at ? [['delivered', formatMinute(endpoint.last_success_at)]] : []),
  ...(endpoint.last_failure_at ? [['failed', formatMinute(endpoint.last_failure_at)]] : []),
  ...(endpoint.previous_secret_until ? [['old secret', `until ${formatMinute(endpoint.previous_secret_until)}`]] : []),
]

interface EndpointFlags {
  readonly events?: readonly Selection[]
  readonly description?: string
}

export interface CreateEndpointFlags extends EndpointFlags, Pick<SecretDestinationFlags, 'outputFile'> {
  readonly disabled?: boolean
}

/** `platelight webhooks endpoints create`: the secret is printed once, or stored where only its owner can read it. */
export const createEndpoint = (
  url: string,
  { outputFile, disabled, ...fields }: CreateEndpointFlags,
  context: Context,
): Promise<ExitCode> =>
  withSecret(outputFile, context, async ({ webhookEndpoints }) => {
    const created = await webhookEndpoints.create({ url, ...fieldsOf(fields), ...(disabled && { enabled: false }) })
    return { created, rows: rowsOf(created) }
  })

export interface UpdateEndpointFlags extends EndpointFlags {
  readonly url?: string
  readonly enable?: boolean
  readonly disable?: boolean
}

/** `platelight webhooks endpoints update`. */
export async function updateEndpoint(id: string, flags: UpdateEndpointFlags, context: Context): Promise<ExitCode> {
  const { url, enable, disable } = flags
  const changes = {
    ...(url !== undefined && { url }),
    ...fieldsOf(flags),
    ...((enable || disable) && { enabled: enable === true }),
  }
  if (Object.keys(changes).length === 0) {
    throw new CliError('Nothing to change. Give --url, --events, --description, --enable or --disable.')
  }
  return withConnection(context, async ({ client }) => show(await client.webhookEndpoints.update(id, changes), context))
}

const fieldsOf = ({ events, description }: EndpointFlags) => ({
  ...(events && { events: [...events] }),
  ...(description !== undefined && { description }),
})

/** `platelight webhooks endpoints delete`. */
export async function deleteEndpoints(ids: readonly string[], context: Context): Promise<ExitCode> {
  const subject = ids.length === 1 ? `endpoint ${ids[0]}` : `${ids.length} endpoints`
  await requireConfirmation(
    `Delete ${subject}, with its waiting deliveries and its log?`,
    'Nothing was deleted.',
    context,
  )
  return withConnection(context, ({ client }) =>
    forEachId(ids, 'deleted', (id) => client.webhookEndpoints.delete(id), context),
  )
}

export interface RotateEndpointFlags extends Pick<SecretDestinationFlags, 'outputFile'> {
  /** Ends the old secret instead of creating a new one. */
  readonly finish?: boolean
}

/** `platelight webhooks endpoints rotate`: creates a new secret. The old one signs too until `--finish`, or for a day. */
export async function rotateEndpoint(
  id: string,
  { finish, outputFile }: RotateEndpointFlags,
  context: Context,
): Promise<ExitCode> {
  if (finish && outputFile !== undefined) throw new CliError('--finish creates no secret. Leave out --output-file.')
  if (finish) {
    await requireConfirmation(
      `Stop signing with the old secret of ${id}? Receivers that have only the old secret will refuse events.`,
      'Nothing was changed.',
      context,
    )
    return withConnection(context, async ({ client }) => show(await client.webhookEndpoints.rotateFinish(id), context))
  }
  return withSecret(outputFile, context, async ({ webhookEndpoints }) => {
    const created = await webhookEndpoints.rotate(id)
    const rows = [
      ['id', id],
      ['old secret', `signs until ${formatMinute(created.previous_secret_until)}`],
      ['next', `give the receiver both, then: platelight webhooks endpoints rotate ${id} --finish`],
    ]
    return { created, rows }
  })
}

interface NewSecret {
  readonly created: { readonly id: string; readonly secret: string }
  readonly rows: string[][]
}

/** Opens the destination of the secret, creates the secret, and reports it. */
function withSecret(
  outputFile: string | undefined,
  context: Context,
  create: (client: Platelight) => Promise<NewSecret>,
): Promise<ExitCode> {
  return withConnection(context, async (connection) => {
    const destination = await openSecretDestination(outputFile === undefined ? {} : { outputFile }, connection, context)
    try {
      const { created, rows } = await create(connection.client)
      const isStored = await destination.keep(created.secret, null)
      const { secret, ...rest } = created
      context.show(isStored ? { ...rest, ...destination.facts } : created, () =>
        isStored
          ? columns([...rows, ['secret', `in ${destination.name}`]])
          : [secret, '', columns([...rows, ['shown', 'only once; keep it where secrets are kept']])].join('\n'),
      )
      return EXIT.ok
    } finally {
      destination.discard()
    }
  })
}
