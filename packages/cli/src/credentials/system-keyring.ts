import type { AsyncEntry } from '@napi-rs/keyring'
import { CliError } from '../base/cli-errors.ts'
import { MINUTE_MS } from '../base/time-units.ts'

/** Stores a secret per profile. */
export interface SecretStore {
  readonly name: 'keyring' | 'file'
  /** The name of the store, for messages. */
  readonly location: string
  get(profile: string): Promise<string | undefined>
  set(profile: string, secret: string): Promise<void>
  /** Deletes the secret, if there is one. */
  delete(profile: string): Promise<void>
}

/** Leaves time to unlock the keyring, and ends the wait if nobody is there to do so. */
const TIMEOUT_MS = MINUTE_MS

const SERVICE = 'platelight'

/** The keyring of each system, for messages. */
const LOCATIONS: Readonly<Record<string, string>> = {
  darwin: 'the macOS keychain',
  win32: 'the Windows credential manager',
}

/**
 * The keyring of the operating system. It loads native code, so it is used only for profiles that keep their secret in
 * it. The keyring of the Linux kernel is not used, because it loses secrets at the end of a session.
 */
export const keyringStore = (env: Readonly<Record<string, string | undefined>>): SecretStore => ({
  name: 'keyring',
  location: LOCATIONS[process.platform] ?? 'the keyring',
  get: (profile) => useEntry(env, profile, async (entry, signal) => (await entry.getPassword(signal)) ?? undefined),
  set: (profile, secret) => useEntry(env, profile, (entry, signal) => entry.setPassword(secret, signal)),
  delete: (profile) => useEntry(env, profile, async (entry, signal) => void (await entry.deletePassword(signal))),
})

async function useEntry<T>(
  env: Readonly<Record<string, string | undefined>>,
  profile: string,
  work: (entry: AsyncEntry, signal: AbortSignal) => Promise<T>,
): Promise<T> {
  if (env.PLATELIGHT_KEYRING === 'off') throw unavailable('PLATELIGHT_KEYRING is off')
  try {
    const { AsyncEntry } = await import('@napi-rs/keyring')
    const entry = new AsyncEntry(SERVICE, profile, { linux: { store: 'secret-service' } })
    return await within(TIMEOUT_MS, (signal) => work(entry, signal))
  } catch (error) {
    throw unavailable(reasonOf((error as Error).message))
  }
}

/** A shorter reason for machines without a desktop. */
const reasonOf = (message: string): string =>
  /dbus|secret service/i.test(message) ? 'no Secret Service is running' : message.replace(/\.$/, '')

/** Runs `work` with a timeout. Native calls may ignore the signal, so the wait ends in any case. */
async function within<T>(ms: number, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const controller = new AbortController()
  let timer: NodeJS.Timeout | undefined
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(new Error(`it did not answer in ${ms / 1000} s`))
      controller.abort()
    }, ms)
  })
  try {
    return await Promise.race([work(controller.signal), timeout])
  } finally {
    clearTimeout(timer)
  }
}

const unavailable = (reason: string): CliError =>
  new CliError(`The keyring of this system cannot be used: ${reason}.`, undefined, 'keyring_unavailable')
