import { changeProfile, type StoredCredential } from '../config/user-config.ts'
import type { Context } from '../context/command-context.ts'
import { storeNamed } from '../credentials/find-credential.ts'
import type { SecretStore } from '../credentials/system-keyring.ts'

/** The stored details of a credential. */
export type CredentialFacts = Omit<StoredCredential, 'store'>

export interface StoredLocation {
  readonly store: 'keyring' | 'file'
  /** The name of the store, for messages. */
  readonly name: string
}

/**
 * Stores the secret of a profile in the keyring, or in a file that only its owner can read. Sets the server of the
 * profile, and deletes an earlier secret from the other store.
 *
 * @param insecure use the file even if there is a keyring
 */
export async function storeCredential(
  secret: string,
  { kind, server, account, expires_at }: CredentialFacts,
  { settings, environment: { env }, note }: Pick<Context, 'settings' | 'environment' | 'note'>,
  insecure = false,
): Promise<StoredLocation> {
  const { profile } = settings.config
  const keyring = storeNamed('keyring', env)
  const file = storeNamed('file', env)
  const inKeyring = !insecure && (await storeInKeyring(keyring, profile, secret, note))
  if (!inKeyring) await file.set(profile, secret)
  const { name: store, location: name } = inKeyring ? keyring : file
  changeProfile(env, profile, ({ values }) => ({
    values: { ...values, base_url: server },
    credential: { store, kind, server, account, expires_at },
  }))
  // Delete an earlier secret from the other store.
  if (inKeyring) await file.delete(profile)
  else if (insecure) await keyring.delete(profile).catch(() => undefined)
  return { store, name }
}

async function storeInKeyring(
  store: SecretStore,
  profile: string,
  secret: string,
  note: Context['note'],
): Promise<boolean> {
  try {
    await store.set(profile, secret)
    return true
  } catch (error) {
    note(`${(error as Error).message} The credential is stored in a file that only you can read.`)
    return false
  }
}
