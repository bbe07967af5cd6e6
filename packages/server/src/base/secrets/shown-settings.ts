import type { Environment } from '../config/setting-readers.ts'
import { parseUrl } from '../text/parse-url.ts'

/** A setting as administrators see it. */
export interface ShownSetting {
  readonly name: string
  /** Null where nothing is set. */
  readonly value: string | null
  readonly origin: 'environment' | 'file' | 'default'
}

const MASK = '••••'
const SECRET = /KEY|SECRET|TOKEN|PASSWORD|PROXY|CREDENTIAL/

/** Every setting that was read, with where it comes from. What may be a secret is masked. @param known the names that were read */
export const shownSettings = (env: Environment, known: ReadonlySet<string>): ShownSetting[] =>
  [...known]
    .filter((name) => name.startsWith('PLATELIGHT_') && (!isFileOfSecret(name, known) || isSet(env, name)))
    .sort()
    .map((name) => {
      if (isSet(env, name)) return { name, value: shown(name, env[name]?.trim() ?? ''), origin: 'environment' }
      const isInFile = isSet(env, `${name}_FILE`)
      return { name, value: isInFile ? MASK : null, origin: isInFile ? 'file' : 'default' }
    })

const isSet = (env: Environment, name: string): boolean => Boolean(env[name]?.trim())

/** The companion of a secret, which names the file that holds it. */
const isFileOfSecret = (name: string, known: ReadonlySet<string>): boolean =>
  name.endsWith('_FILE') && known.has(name.slice(0, -'_FILE'.length))

/** An address may have a password in front of its host or a token behind it. */
function shown(name: string, value: string): string {
  if (SECRET.test(name) && !name.endsWith('_FILE')) return MASK
  if (!value.includes('://')) return value.includes('@') && value.includes(':') ? MASK : value
  const url = parseUrl(value)
  return url && url.username === '' && url.password === '' && url.search === '' ? value : MASK
}
