import type { Environment, SettingFact } from '../config/setting-readers.ts'
import { parseUrl } from '../text/parse-url.ts'

/** A setting as administrators see it. */
export interface ShownSetting {
  readonly name: string
  /** Null where nothing is set. */
  readonly value: string | null
  readonly origin: 'environment' | 'file' | 'default'
}

const MASK = '••••'

/** Every setting that was read, with where it comes from. What is or may hold a secret is masked. @param known what was read */
export const shownSettings = (env: Environment, known: ReadonlyMap<string, SettingFact>): ShownSetting[] =>
  [...known]
    .filter(([name, { fileOf }]) => /^(PLATELIGHT|OTEL)_/.test(name) && (!fileOf || isSet(env, name)))
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, fact]) => {
      if (isSet(env, name)) return { name, value: shown(name, env[name]?.trim() ?? '', fact), origin: 'environment' }
      const isInFile = isSet(env, `${name}_FILE`) && known.get(`${name}_FILE`)?.fileOf === name
      return { name, value: isInFile ? MASK : null, origin: isInFile ? 'file' : 'default' }
    })

const isSet = (env: Environment, name: string): boolean => Boolean(env[name]?.trim())

/** An address may have a password in front of its host or a token behind it. */
function shown(name: string, value: string, { isSecret }: SettingFact): string {
  if (isSecret && !name.endsWith('_URL')) return MASK
  if (!value.includes('://')) return isSecret || (value.includes('@') && value.includes(':')) ? MASK : value
  const url = parseUrl(value)
  return url && url.username === '' && url.password === '' && url.search === '' ? value : MASK
}
