import type { ApiKey, ApiKeyCreated, Platelight } from '@platelight/sdk'
import { EXIT, type ExitCode } from '../base/exit-codes.ts'
import { columns, duration, formatDay, formatMinute } from '../base/text-layout.ts'
import { type Context, withConnection } from '../context/command-context.ts'
import { requireConfirmation } from '../screens/require-confirmation.ts'
import { openSecretDestination, type SecretDestinationFlags } from '../sign-in/secret-destination.ts'

/** `platelight keys list`. */
export const listKeys = (context: Context): Promise<ExitCode> =>
  withConnection(context, async ({ client }) => {
    const keys: ApiKey[] = []
    for await (const key of client.keys.list({ limit: 100 })) keys.push(key)
    context.show({ keys }, () =>
      keys.length === 0 ? 'No keys yet. Create one with platelight keys create.' : table(keys),
    )
    return EXIT.ok
  })

const table = (keys: readonly ApiKey[]): string =>
  columns([
    ['ID', 'NAME', 'PREFIX', 'SCOPES', 'CREATED', 'LAST USED', 'STATE'],
    ...keys.map((key) => [
      key.id,
      key.name,
      key.prefix,
      key.scopes.join(','),
      formatDay(key.created_at),
      formatDay(key.last_used_at) || 'never',
      stateOf(key),
    ]),
  ])

function stateOf({ revoked_at, expires_at }: ApiKey): string {
  if (revoked_at) return `revoked ${formatDay(revoked_at)}`
  if (!expires_at) return 'active'
  return Date.parse(expires_at) < Date.now() ? `expired ${formatDay(expires_at)}` : `until ${formatDay(expires_at)}`
}

export interface CreateKeyFlags extends SecretDestinationFlags {
  readonly name: string
  readonly scopes?: readonly ApiKeyCreated['scopes'][number][]
  /** ISO 8601. */
  readonly expires?: string
}

/** `platelight keys create`: the secret is printed once, or stored where only its owner can read it. */
export const createKey = ({ name, scopes, expires, ...where }: CreateKeyFlags, context: Context): Promise<ExitCode> =>
  withSecret(where, context, (client) =>
    client.keys.create({
      name,
      ...(scopes && { scopes: [...scopes] }),
      ...(expires !== undefined && { expires_at: expires }),
    }),
  )

export interface RotateKeyFlags extends SecretDestinationFlags {
  /** Seconds. */
  readonly overlap?: number
}

/** `platelight keys rotate`: a new secret with the same name and scopes. The old secret works a while longer. */
export async function rotateKey(
  id: string,
  { overlap, ...where }: RotateKeyFlags,
  context: Context,
): Promise<ExitCode> {
  const ends = overlap === undefined ? 'in a day' : overlap === 0 ? 'at once' : `in ${duration(overlap * 1000)}`
  await requireConfirmation(`Replace key ${id}? The old one stops working ${ends}.`, 'Nothing was changed.', context)
  return withSecret(where, context, (client) =>
    client.keys.rotate(id, overlap === undefined ? {} : { overlap_seconds: overlap }),
  )
}

/** `platelight keys revoke`. Revoking a key twice is not an error. */
export async function revokeKeys(ids: readonly string[], context: Context): Promise<ExitCode> {
  const subject = ids.length === 1 ? `key ${ids[0]}` : `${ids.length} keys`
  await requireConfirmation(
    `Revoke ${subject}? Programs that use it stop working at once.`,
    'Nothing was revoked.',
    context,
  )
  return withConnection(context, async ({ client }) => {
    const revoked: { id: string; revoked_at: string }[] = []
    for (const id of ids) {
      const { revoked_at } = await client.keys.revoke(id)
      revoked.push({ id, revoked_at })
    }
    context.show({ revoked }, () => revoked.map(({ id }) => `revoked  ${id}`).join('\n'))
    return EXIT.ok
  })
}

type CreatedKey = ApiKeyCreated & { readonly replaces?: { readonly id: string; readonly expires_at: string } }

/** Opens the destination of the secret, creates the key, and reports it. */
function withSecret(
  where: SecretDestinationFlags,
  context: Context,
  create: (client: Platelight) => Promise<CreatedKey>,
): Promise<ExitCode> {
  return withConnection(context, async (connection) => {
    const destination = await openSecretDestination(where, connection, context)
    try {
      const created = await create(connection.client)
      const isStored = await destination.keep(created.key, created.expires_at)
      const { key: _, ...rest } = created
      context.show(isStored ? { ...rest, ...destination.facts } : created, () =>
        lines(created, isStored ? destination.name : undefined),
      )
      return EXIT.ok
    } finally {
      destination.discard()
    }
  })
}

function lines({ id, name, key, scopes, expires_at, replaces }: CreatedKey, place: string | undefined): string {
  const old = replaces && `The old key, ${replaces.id}, works until ${formatMinute(replaces.expires_at)}.`
  if (place !== undefined) {
    return [`Key ${id} (${name}; ${scopes.join(', ')}) is in ${place}.`, old].filter(Boolean).join('\n')
  }
  return [
    key,
    '',
    columns([
      ['  id', id],
      ['  name', name],
      ['  may', scopes.join(', ')],
      ...(expires_at ? [['  ends', formatMinute(expires_at)]] : []),
      ...(replaces ? [['  replaces', `${replaces.id}, which works until ${formatMinute(replaces.expires_at)}`]] : []),
      ['  shown', 'only once; keep it where secrets are kept'],
    ]),
  ].join('\n')
}
