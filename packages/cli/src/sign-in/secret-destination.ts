import { closeSync, openSync, rmSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { CliError } from '../base/cli-errors.ts'
import { EXIT } from '../base/exit-codes.ts'
import type { Context } from '../context/command-context.ts'
import type { Connection } from '../context/server-connection.ts'
import { storeNamed } from '../credentials/find-credential.ts'
import { storeCredential } from './keep-credential.ts'

export interface SecretDestinationFlags {
  readonly outputFile?: string
  readonly toKeyring?: boolean
}

/** Where a new secret is written. It is opened before the secret is created, so that no secret is lost. */
export interface SecretDestination {
  /** The name for messages; undefined if the secret is to be printed. */
  readonly name: string | undefined
  /** JSON fields that replace the secret. */
  readonly facts: Readonly<Record<string, string>>
  /** Stores the secret. Resolves to false if that failed and the secret must be printed. */
  keep(secret: string, expires_at: string | null): Promise<boolean>
  /** Removes the destination if no secret was stored. */
  discard(): void
}

/** @throws CliError if the file exists or the keyring cannot be used, before a secret is created */
export async function openSecretDestination(
  { outputFile, toKeyring }: SecretDestinationFlags,
  connection: Connection,
  context: Context,
): Promise<SecretDestination> {
  if (outputFile !== undefined && toKeyring) throw new CliError('Use --output-file or --to-keyring, not both.')
  if (outputFile !== undefined) return newFile(resolve(context.environment.cwd, outputFile))
  if (toKeyring) return keyring(connection, context)
  return { name: undefined, facts: {}, keep: async () => false, discard: () => undefined }
}

/** Stores the secret in the keyring as the credential of the profile. */
async function keyring({ client, embedded }: Connection, context: Context): Promise<SecretDestination> {
  if (embedded) {
    throw new CliError('The built-in server needs no stored key. --to-keyring is for other servers.')
  }
  const { profile } = context.settings.config
  const store = storeNamed('keyring', context.environment.env)
  await store.get(profile)
  const { user } = await client.auth.session()
  return {
    name: `${store.location}, as the credential of profile ${profile}`,
    facts: { store: 'keyring', profile },
    async keep(secret, expires_at) {
      try {
        await store.set(profile, secret)
      } catch (error) {
        context.note(`${(error as Error).message} The key is printed instead.`)
        return false
      }
      const facts = { kind: 'api_key', server: client.baseUrl, account: user.email, expires_at } as const
      await storeCredential(secret, facts, context)
      return true
    },
    discard: () => undefined,
  }
}

/** Creates a file that only its owner can read. @throws CliError if it exists, because it may hold another secret */
function newFile(path: string): SecretDestination {
  let descriptor: number
  try {
    descriptor = openSync(path, 'wx', 0o600)
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    throw new CliError(
      code === 'EEXIST' ? `${path} exists already. Choose another file.` : `Cannot write ${path}: ${message}`,
      EXIT.usage,
      'output_unwritable',
    )
  }
  let written = false
  return {
    name: `${path}, which only you can read`,
    facts: { output_file: path },
    async keep(secret) {
      writeFileSync(descriptor, `${secret}\n`)
      closeSync(descriptor)
      written = true
      return true
    },
    discard() {
      if (written) return
      closeSync(descriptor)
      rmSync(path, { force: true })
    },
  }
}
