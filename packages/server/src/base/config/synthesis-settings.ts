import {
  type Capability,
  CUTOUT_PROVIDERS,
  type CutoutProvider,
  ENGINE_CHOICES,
  type Engines,
  engineSetting,
  FILM_PROVIDERS,
  type FilmProvider,
  IMAGE_PROVIDERS,
  PROVIDERS,
  type Provider,
} from '../engine-capability.ts'
import type { SettingReaders } from './setting-readers.ts'

/** An account at a service that makes or cuts out pictures. */
export interface EngineAccount<Name extends Provider = Provider> {
  readonly name: Name
  /** The address of its API, without a slash at its end. */
  readonly url: string
  /** Undefined for a server of one's own that needs none. */
  readonly key: string | undefined
  /** The model to use for everything, instead of those of the table. */
  readonly model: string | undefined
  /** What one picture, film or cut-out costs in millionths of a dollar, unless the provider says so. */
  readonly pictureMicros: number | undefined
}

export interface ProvidedSettings
  extends Pick<Engines, 'synthesis' | 'providers'>,
    Pick<Engines, 'motion' | 'filmProviders'>,
    Pick<Engines, 'cutout' | 'cutoutChain'> {
  /** The accounts for pictures. */
  readonly accounts: readonly EngineAccount[]
  /** The same accounts, with the model and the price of films. */
  readonly filmAccounts: readonly EngineAccount[]
  /** With the model and the price of cut-outs. */
  readonly cutoutAccounts: readonly EngineAccount[]
}

/** The public address of each API. A server of one's own has none. */
const ADDRESSES: Readonly<Record<Provider, string | undefined>> = {
  bfl: 'https://api.bfl.ai/v1',
  fal: 'https://queue.fal.run',
  replicate: 'https://api.replicate.com/v1',
  openai: 'https://api.openai.com/v1',
  'openai-compatible': undefined,
  google: 'https://generativelanguage.googleapis.com/v1beta',
  bytedance: 'https://ark.ap-southeast.bytepluses.com/api/v3',
  photoroom: 'https://sdk.photoroom.com/v1',
  removebg: 'https://api.remove.bg/v1.0',
}

/** The setting of a provider. @example providerSetting('bfl', 'API_KEY') // PLATELIGHT_BFL_API_KEY */
export const providerSetting = (provider: Provider, end: (typeof ENDS | typeof OTHER_ENDS)[number]): string =>
  `PLATELIGHT_${provider.toUpperCase().replaceAll('-', '_')}_${end}`

const ENDS = ['API_KEY', 'API_KEY_FILE', 'URL', 'MODEL', 'PICTURE_USD'] as const
const OTHER_ENDS = ['FILM_MODEL', 'FILM_USD', 'CUTOUT_MODEL', 'CUTOUT_USD'] as const

const MICROS = 1_000_000

/**
 * Reads who makes pictures from words, films of photos and cut-outs, and the accounts of the providers that are chosen.
 *
 * @param options.production A placeholder must be chosen there, because a customer could take it for a result.
 * @param options.isTaken Whether this process does such work. Only then it needs and has the accounts.
 */
export function readProvided(
  readers: SettingReaders,
  problems: string[],
  { production, isTaken }: { readonly production: boolean; readonly isTaken: (of: Capability) => boolean },
): ProvidedSettings {
  const pictures = readChain('synthesis', readers, problems)
  const films = readChain('motion', readers, problems)
  const cutouts = readChain('cutout', readers, problems)
  const accounts = new Map(PROVIDERS.map((name) => [name, readAccount(name, readers, problems)]))
  const filmTerms = new Map(FILM_PROVIDERS.map((name) => [name, readFilmTerms(name, readers, problems)]))
  const cutoutTerms = new Map(CUTOUT_PROVIDERS.map((name) => [name, readCutoutTerms(name, readers, problems)]))
  const providers = IMAGE_PROVIDERS.filter((name) => pictures.includes(name)).sort(byPlaceIn(pictures))
  const filmProviders = FILM_PROVIDERS.filter((name) => films.includes(name)).sort(byPlaceIn(films))
  const cutters = CUTOUT_PROVIDERS.filter((name) => cutouts.includes(name)).sort(byPlaceIn(cutouts))
  const of = (names: readonly Provider[]) => names.flatMap((name) => accounts.get(name) ?? [])
  const chosen = isTaken('synthesis') ? of(providers) : []
  const filming = isTaken('motion') ? of(filmProviders) : []
  problems.push(...chosen.flatMap((account) => missingOf(account, 'PLATELIGHT_ENGINE_SYNTHESIS')))
  problems.push(...filming.flatMap((account) => missingOf(account, 'PLATELIGHT_ENGINE_MOTION')))
  // Much work on photos looks for the dish.
  const cutting = (['pixels', 'cutout', 'motion'] as const).some(isTaken) ? of(cutters) : []
  problems.push(...cutting.flatMap((account) => missingOf(account, 'PLATELIGHT_ENGINE_CUTOUT')))
  const [alone] = pictures
  return {
    synthesis: providers[0] ?? (alone === 'preview' || alone === 'off' ? alone : production ? 'off' : 'preview'),
    providers,
    accounts: chosen,
    motion: filmProviders[0] ?? (films[0] === 'off' ? 'off' : 'local'),
    filmProviders,
    filmAccounts: filming.map((account) => ({ ...account, ...filmTerms.get(account.name as 'fal') })),
    cutout: cutters[0] ?? 'local',
    cutoutChain: cutters.length === 0 ? [] : [...cutters, ...(cutouts.includes('local') ? ['local'] : [])],
    cutoutAccounts: cutting.map((account) => ({ ...account, ...cutoutTerms.get(account.name as 'fal') })),
  } as ProvidedSettings
}

const byPlaceIn =
  (given: readonly string[]) =>
  (one: string, other: string): number =>
    given.indexOf(one) - given.indexOf(other)

/** What a setting names: several providers, or one engine that stands alone. Nothing when that is wrong. */
function readChain(
  capability: 'synthesis' | 'motion' | 'cutout',
  { text }: SettingReaders,
  problems: string[],
): string[] {
  const setting = engineSetting(capability)
  const choices: readonly string[] = ENGINE_CHOICES[capability]
  const given = (text(setting) ?? '').split(',').flatMap((one) => one.trim() || [])
  const unknown = given.filter((one) => !choices.includes(one))
  if (unknown.length > 0) {
    problems.push(
      `${setting} is "${unknown.join(', ')}"; it must be one of ${choices.join(', ')}, or several providers`,
    )
    return []
  }
  if (new Set(given).size < given.length) problems.push(`${setting} names a provider twice: ${given.join(', ')}`)
  if (capability === 'cutout') {
    const isLast = !given.includes('local') || given.indexOf('local') === given.length - 1
    if (!isLast)
      problems.push(`${setting} is "${given.join(', ')}"; local stands last, because nothing is asked after it`)
    return given
  }
  const alone = given.find((one) => one in ALONE)
  if (alone !== undefined && given.length > 1) {
    problems.push(`${setting} is "${given.join(', ')}"; ${alone} stands alone, because ${ALONE[alone as 'off']}`)
    return []
  }
  return given
}

/** Engines that are no providers, and why nothing stands beside them. */
const ALONE = {
  preview: 'a placeholder is free and a picture is not',
  local: 'a film of this server is another one than that of a provider',
  off: 'it is no engine',
} as const

function readAccount(name: Provider, { text, url, secret }: SettingReaders, problems: string[]): EngineAccount {
  return {
    name,
    url: url(providerSetting(name, 'URL')) ?? ADDRESSES[name] ?? '',
    key: secret(providerSetting(name, 'API_KEY')),
    // Those that only cut out have other terms.
    ...(IMAGE_PROVIDERS.some((one) => one === name)
      ? {
          model: text(providerSetting(name, 'MODEL')),
          pictureMicros: readDollars(providerSetting(name, 'PICTURE_USD'), text, problems),
        }
      : { model: undefined, pictureMicros: undefined }),
  }
}

/** The model and the price of the films of a provider. */
const readFilmTerms = (name: FilmProvider, { text }: SettingReaders, problems: string[]) => ({
  model: text(providerSetting(name, 'FILM_MODEL')),
  pictureMicros: readDollars(providerSetting(name, 'FILM_USD'), text, problems),
})

/** The model and the price of the cut-outs of a provider. Those that do nothing else have no models. */
const readCutoutTerms = (name: CutoutProvider, { text }: SettingReaders, problems: string[]) => ({
  model: name === 'fal' || name === 'replicate' ? text(providerSetting(name, 'CUTOUT_MODEL')) : undefined,
  pictureMicros: readDollars(providerSetting(name, 'CUTOUT_USD'), text, problems),
})

function readDollars(name: string, text: SettingReaders['text'], problems: string[]): number | undefined {
  const given = text(name)
  if (given === undefined) return undefined
  if (/^\d{1,4}(\.\d{1,6})?$/.test(given)) return Math.round(Number(given) * MICROS)
  problems.push(`${name} is "${given}"; it must be an amount in dollars such as 0.04`)
  return undefined
}

/** A sentence for each setting without which a chosen provider cannot be used. */
function missingOf({ name, key, url, model }: EngineAccount, setting: string): string[] {
  const needs = (end: (typeof ENDS)[number], why: string) =>
    `${setting} names ${name}, which needs ${providerSetting(name, end)}: ${why}`
  if (name !== 'openai-compatible') return key === undefined ? [needs('API_KEY', 'the key of your account there')] : []
  return [
    ...(url === '' ? [needs('URL', 'the address of the server, such as http://127.0.0.1:8080/v1')] : []),
    ...(model === undefined ? [needs('MODEL', 'the name of a model of that server')] : []),
  ]
}
