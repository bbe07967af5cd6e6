import type { AsyncEntry } from '@napi-rs/keyring'
import { CliError } from '../base/cli-errors.ts'
import { MINUTE_MS } from '../base/time-units.ts'

/** Holds a secret under the name of a profile. */
export interface SecretStore {
  readonly name: 'keyring' | 'file'
  /** For people: where it is. */
  readonly location: string
  get(profile: string): Promise<string | undefined>
  set(profile: string, secret: string): Promise<void>
  /** Forgets it; nothing happens where there is none. */
  delete(profile: string): Promise<void>
}

/** Long enough to unlock the keyring when asked to, short enough where nobody is there to be asked. */
const PATIENCE_MS = MINUTE_MS

const SERVICE = 'platelight'

/** What keyring there is on this system, for people. */
const PLACES: Readonly<Record<string, string>> = {
  darwin: 'the macOS keychain',
  win32: 'the Windows credential manager',
}

/**
 * The keyring of the operating system. Loads native code, so it is asked only where a profile says its secret is
 * there, or is to be kept there. On Linux the kernel's own keyring is no choice: it forgets with the session.
 */
export const keyringStore = (env: Readonly<Record<string, string | undefined>>): SecretStore => ({
  name: 'keyring',
  location: PLACES[process.platform] ?? 'the keyring',
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
    return await within(PATIENCE_MS, (signal) => work(entry, signal))
  } catch (error) {
    throw unavailable(reasonOf((error as Error).message))
  }
}

/** What a machine without a desktop says, in fewer words. */
const reasonOf = (message: string): string =>
  /dbus|secret service/i.test(message) ? 'no Secret Service is running' : message.replace(/\.$/, '')

/** Native calls do not always heed the signal: whoever waits is let go in any case. */
async function within<T>(ms: number, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const controller = new AbortController()
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(new Error(`it did not answer in ${ms / 1000} s`))
      controller.abort()
    }, ms)
  })
  try {
    return await Promise.race([work(controller.signal), late])
  } finally {
    clearTimeout(timer)
  }
}

const unavailable = (reason: string): CliError =>
  new CliError(`The keyring of this system cannot be used: ${reason}.`, undefined, 'keyring_unavailable')
