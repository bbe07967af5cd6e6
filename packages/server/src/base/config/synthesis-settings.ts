import { ENGINE_CHOICES, type Engines, IMAGE_PROVIDERS, type ImageProvider } from '../engine-capability.ts'
import type { SettingReaders } from './setting-readers.ts'

/** An account at a service that makes pictures. */
export interface ImageProviderSettings {
  readonly name: ImageProvider
  /** The address of its API, without a slash at its end. */
  readonly url: string
  /** Undefined for a server of one's own that needs none. */
  readonly key: string | undefined
  /** The model to use for everything, instead of those of the table. */
  readonly model: string | undefined
  /** What one picture costs in millionths of a dollar, unless the provider says so. */
  readonly pictureMicros: number | undefined
}

export interface SynthesisSettings extends Pick<Engines, 'synthesis' | 'providers'> {
  readonly accounts: readonly ImageProviderSettings[]
}

/** The public address of each API. A server of one's own has none. */
const ADDRESSES: Readonly<Record<ImageProvider, string | undefined>> = {
  bfl: 'https://api.bfl.ai/v1',
  fal: 'https://queue.fal.run',
  replicate: 'https://api.replicate.com/v1',
  openai: 'https://api.openai.com/v1',
  'openai-compatible': undefined,
  google: 'https://generativelanguage.googleapis.com/v1beta',
  bytedance: 'https://ark.ap-southeast.bytepluses.com/api/v3',
}

/** The setting of a provider. @example providerSetting('bfl', 'API_KEY') // PLATELIGHT_BFL_API_KEY */
export const providerSetting = (provider: ImageProvider, end: (typeof ENDS)[number]): string =>
  `PLATELIGHT_${provider.toUpperCase().replaceAll('-', '_')}_${end}`

const ENDS = ['API_KEY', 'API_KEY_FILE', 'URL', 'MODEL', 'PICTURE_USD'] as const

/** Every setting of every provider. */
export const PROVIDER_ACCOUNT_SETTINGS: readonly string[] = IMAGE_PROVIDERS.flatMap((name) =>
  ENDS.map((end) => providerSetting(name, end)),
)

const SETTING = 'PLATELIGHT_ENGINE_SYNTHESIS'
const CHOICES = ENGINE_CHOICES.synthesis
const MICROS = 1_000_000

/**
 * Reads who makes pictures from words, and the accounts of the providers that are chosen.
 *
 * @param options.production A placeholder must be chosen there, because a customer could take it for a result.
 * @param options.isTaken Whether this process makes such pictures. Only then it needs and has the accounts.
 */
export function readSynthesis(
  readers: SettingReaders,
  problems: string[],
  { production, isTaken }: { readonly production: boolean; readonly isTaken: boolean },
): SynthesisSettings {
  const given = (readers.text(SETTING) ?? '').split(',').flatMap((one) => one.trim() || [])
  const accounts = new Map(IMAGE_PROVIDERS.map((name) => [name, readAccount(name, readers, problems)]))
  const none = { synthesis: production ? 'off' : 'preview', providers: [], accounts: [] } as const
  if (given.length === 0) return none
  const unknown = given.filter((one) => !CHOICES.some((name) => name === one))
  if (unknown.length > 0) {
    problems.push(
      `${SETTING} is "${unknown.join(', ')}"; it must be one of ${CHOICES.join(', ')}, or several providers`,
    )
    return none
  }
  const alone = given.find((one) => one === 'preview' || one === 'off')
  if (alone !== undefined && given.length > 1) {
    problems.push(
      `${SETTING} is "${given.join(', ')}"; ${alone} stands alone, because ${alone === 'off' ? 'it is no engine' : 'a placeholder is free and a picture is not'}`,
    )
    return none
  }
  if (alone !== undefined) return { ...none, synthesis: alone === 'off' ? 'off' : 'preview' }
  if (new Set(given).size < given.length) problems.push(`${SETTING} names a provider twice: ${given.join(', ')}`)
  const providers = IMAGE_PROVIDERS.filter((name) => given.includes(name)).sort(
    (one, other) => given.indexOf(one) - given.indexOf(other),
  )
  const [first] = providers
  if (first === undefined) return none
  const chosen = isTaken ? providers.flatMap((name) => accounts.get(name) ?? []) : []
  problems.push(...chosen.flatMap(missingOf))
  return { synthesis: first, providers, accounts: chosen }
}

function readAccount(
  name: ImageProvider,
  { text, url, secret }: SettingReaders,
  problems: string[],
): ImageProviderSettings {
  return {
    name,
    url: url(providerSetting(name, 'URL')) ?? ADDRESSES[name] ?? '',
    key: secret(providerSetting(name, 'API_KEY')),
    model: text(providerSetting(name, 'MODEL')),
    pictureMicros: readDollars(providerSetting(name, 'PICTURE_USD'), text, problems),
  }
}

function readDollars(name: string, text: SettingReaders['text'], problems: string[]): number | undefined {
  const given = text(name)
  if (given === undefined) return undefined
  if (/^\d{1,4}(\.\d{1,6})?$/.test(given)) return Math.round(Number(given) * MICROS)
  problems.push(`${name} is "${given}"; it must be an amount in dollars such as 0.04`)
  return undefined
}

/** A sentence for each setting without which a chosen provider cannot be used. */
function missingOf({ name, key, url, model }: ImageProviderSettings): string[] {
  const needs = (end: (typeof ENDS)[number], why: string) =>
    `${SETTING} names ${name}, which needs ${providerSetting(name, end)}: ${why}`
  if (name !== 'openai-compatible') return key === undefined ? [needs('API_KEY', 'the key of your account there')] : []
  return [
    ...(url === '' ? [needs('URL', 'the address of the server, such as http://127.0.0.1:8080/v1')] : []),
    ...(model === undefined ? [needs('MODEL', 'the name of a model of that server')] : []),
  ]
}
