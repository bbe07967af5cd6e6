import { InvalidArgumentError } from 'commander'
import { CliError } from '../base/cli-errors.ts'
import { creditAmount, namesOf, seconds, wholeNumber } from '../base/flag-values.ts'
import { didYouMean, nearestName } from '../base/nearest-name.ts'
import { ON_EXISTING } from '../base/on-existing.ts'
import { FORMATS, PICTURE_FORMATS } from '../generated/cli-enums.ts'
import { PRESETS } from '../generated/operation-catalogue.ts'

/** A value of a setting, as it stands in the files and as commander would hand it to a command. */
export type SettingValue = string | number | readonly string[]

/** One thing that can be set once instead of being typed every time. */
export interface SettingKey {
  readonly name: string
  readonly about: string
  /** The flag it is the default of, as commander names it; none for what no single flag stands for. */
  readonly flag?: string
  /** The commands it is meant for; all that have the flag where none are named. */
  readonly commands?: readonly string[]
  /** The variable that comes before the files. */
  readonly env?: string
  /** False for what only its owner may set: a project file is written by whoever made the project. */
  readonly project: boolean
  readonly choices?: readonly string[]
  /** @throws InvalidArgumentError saying what it must be. */
  readonly read: (text: string) => SettingValue
}

const oneOf =
  (choices: readonly string[]) =>
  (text: string): string => {
    if (choices.includes(text)) return text
    throw new InvalidArgumentError(`It must be one of ${choices.join(', ')}.${didYouMean(text, choices)}`)
  }

function webAddress(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url && /^https?:$/.test(url.protocol) && !url.username && !url.search && !url.hash) {
    return url.href.replace(/\/+$/, '')
  }
  throw new InvalidArgumentError('It must be an http(s) address without user, query or #.')
}

function presetName(text: string): string {
  const meant = PRESETS.includes(text) ? undefined : nearestName(text, PRESETS)
  if (meant !== undefined) throw new InvalidArgumentError(`There is no such preset. Did you mean ${meant}?`)
  // A server may know more than this version.
  if (/^[\w.-]{1,64}$/.test(text)) return text
  throw new InvalidArgumentError('It must be the id of a preset; platelight presets lists them.')
}

const OUTPUTS = ['text', 'json', 'ndjson'] as const

/** `photos download` has --formats too, and there it leaves pictures out. */
const ENHANCING = ['enhance', 'estimate']

export const SETTING_KEYS: readonly SettingKey[] = [
  { name: 'base_url', about: 'server to use', env: 'PLATELIGHT_BASE_URL', project: true, read: webAddress },
  {
    name: 'preset',
    about: 'what photos are enhanced for',
    flag: 'preset',
    commands: ENHANCING,
    project: true,
    read: presetName,
  },
  {
    name: 'formats',
    about: 'crops of enhanced photos',
    flag: 'formats',
    commands: ENHANCING,
    project: true,
    choices: FORMATS,
    read: namesOf(FORMATS),
  },
  {
    name: 'output_format',
    about: 'file format of the results, where a command has --format',
    flag: 'format',
    project: true,
    choices: PICTURE_FORMATS,
    read: oneOf(PICTURE_FORMATS),
  },
  {
    name: 'on_existing',
    about: 'what to do when a result exists already',
    flag: 'onExisting',
    // Whoever makes a project must not decide that files of its users are written over.
    project: false,
    choices: ON_EXISTING,
    read: oneOf(ON_EXISTING),
  },
  {
    name: 'concurrency',
    about: 'photos processed at once',
    flag: 'concurrency',
    project: true,
    read: wholeNumber(1, 32),
  },
  // A limit agrees to the price of a run, so it is its owner's to set.
  {
    name: 'max_credits',
    about: 'most credits of a run; agrees to its price',
    flag: 'maxCredits',
    project: false,
    read: creditAmount,
  },
  { name: 'timeout', about: 'deadline of one request in seconds', flag: 'timeout', project: true, read: seconds },
  {
    name: 'output',
    about: 'how results are printed',
    project: false,
    choices: OUTPUTS,
    read: oneOf(OUTPUTS),
  },
]

/** @throws CliError naming those there are. */
export function settingKey(name: string, where = ''): SettingKey {
  const found = SETTING_KEYS.find((key) => key.name === name)
  if (found) return found
  const names = SETTING_KEYS.map((key) => key.name)
  throw new CliError(`There is no setting "${name}"${where}.${didYouMean(name, names)} There are: ${names.join(', ')}.`)
}

/** Reads a value that was typed, or stands in a file. @throws CliError naming the setting, the place and the reason. */
export function readValue(key: SettingKey, given: unknown, where = ''): SettingValue {
  const isText = ['string', 'number'].includes(typeof given) || (Array.isArray(given) && given.length > 0)
  const text = Array.isArray(given) ? given.join(',') : String(given)
  try {
    if (!isText) throw new InvalidArgumentError('It must be a text, a number or a list of texts.')
    return key.read(text)
  } catch (error) {
    if (!(error instanceof InvalidArgumentError)) throw error
    throw new CliError(`${key.name}${where} cannot be ${JSON.stringify(given)}. ${error.message}`)
  }
}

export const textOf = (value: SettingValue): string => (typeof value === 'object' ? value.join(',') : String(value))
