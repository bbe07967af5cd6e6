import { closeSync, openSync, rmSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { ApiKey, ApiKeyCreated } from '@platelight/sdk'
import { type Context, withConnection } from '../context.ts'
import { CliError } from '../errors.ts'
import { EXIT, type ExitCode } from '../exit-codes.ts'
import { columns } from '../paint.ts'
import { day } from './dates.ts'

/** `platelight keys list`. */
export const listKeys = (context: Context): Promise<ExitCode> =>
  withConnection(context, async ({ client }) => {
    const keys: ApiKey[] = []
    for await (const key of client.keys.list({ limit: 100 })) keys.push(key)
    context.show({ keys }, () =>
      keys.length === 0 ? 'No keys yet. Make one with platelight keys create.' : table(keys),
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
      day(key.created_at),
      day(key.last_used_at) || 'never',
      stateOf(key),
    ]),
  ])

function stateOf({ revoked_at, expires_at }: ApiKey): string {
  if (revoked_at) return `revoked ${day(revoked_at)}`
  if (!expires_at) return 'active'
  return Date.parse(expires_at) < Date.now() ? `expired ${day(expires_at)}` : `until ${day(expires_at)}`
}

export interface CreateKeyFlags {
  readonly name: string
  readonly scopes?: readonly ApiKeyCreated['scopes'][number][]
  readonly outputFile?: string
}

/** `platelight keys create`: the secret is printed once, or kept in a file only its owner can read. */
export async function createKey(flags: CreateKeyFlags, context: Context): Promise<ExitCode> {
  // The file is made first: a key whose secret then had nowhere to go would be lost.
  const file = flags.outputFile === undefined ? undefined : newFile(resolve(context.around.cwd, flags.outputFile))
  try {
    return await withConnection(context, async ({ client }) => {
      const created = await client.keys.create({ name: flags.name, ...(flags.scopes && { scopes: [...flags.scopes] }) })
      if (file) file.write(`${created.key}\n`)
      const { key, ...rest } = created
      context.show(file ? { ...rest, output_file: file.path } : created, () => lines(created, file?.path))
      return EXIT.ok
    })
  } catch (error) {
    file?.discard()
    throw error
  }
}

const lines = ({ id, name, key, scopes }: ApiKeyCreated, file: string | undefined): string =>
  file
    ? `Key ${id} (${name}; ${scopes.join(', ')}) is in ${file}, which only you can read.`
    : [
        key,
        '',
        columns([
          ['  id', id],
          ['  name', name],
          ['  may', scopes.join(', ')],
          ['  shown', 'this once; keep it where secrets are kept'],
        ]),
      ].join('\n')

/** A file nobody else can read. @throws CliError when there is one already: a secret is never written over another. */
function newFile(path: string) {
  let descriptor: number
  try {
    descriptor = openSync(path, 'wx', 0o600)
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    throw new CliError(
      code === 'EEXIST' ? `${path} is there already. Choose another file.` : `Cannot write ${path}: ${message}`,
      EXIT.usage,
      'output_unwritable',
    )
  }
  let written = false
  return {
    path,
    write(text: string) {
      writeFileSync(descriptor, text)
      closeSync(descriptor)
      written = true
    },
    /** Takes the file away again, unless the secret is in it. */
    discard() {
      if (written) return
      closeSync(descriptor)
      rmSync(path, { force: true })
    },
  }
}
