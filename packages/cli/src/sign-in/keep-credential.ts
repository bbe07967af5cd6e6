import { changeProfile, type StoredCredential } from '../config/user-config.ts'
import type { Context } from '../context/command-context.ts'
import { clientOf } from '../context/server-connection.ts'
import { findCredential, storeNamed } from '../credentials/find-credential.ts'
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

/**
 * Ends the stored session of the profile at its server. A failure is told, because the session then goes on until it expires.
 *
 * @param except A token that stays: the one that replaces the session may be the same.
 * @returns whether a session was ended
 */
export async function endStoredSession(context: Context, except?: string): Promise<boolean> {
  const { settings, environment } = context
  const { credential } = settings.config
  const isOver = credential?.expires_at != null && Date.parse(credential.expires_at) <= Date.now()
  if (credential?.kind !== 'session' || isOver) return false
  try {
    // The stored session, not a key from a flag or the environment.
    const found = await findCredential({ ...settings, apiKey: undefined }, environment.env)
    if (!found?.stored || found.secret === except) return false
    const { client } = clientOf(settings, environment, { baseUrl: found.stored.server, apiKey: found.secret })
    await client.auth.logout()
    return true
  } catch (error) {
    context.note(`The session could not be ended at the server: ${(error as Error).message} It will expire.`)
    return false
  }
}
