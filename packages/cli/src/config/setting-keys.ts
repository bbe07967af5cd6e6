import { InvalidArgumentError } from 'commander'
import { CliError } from '../base/cli-errors.ts'
import { parseUrl } from '../base/cli-url.ts'
import { creditAmount, namesOf, seconds, wholeNumber } from '../base/flag-values.ts'
import { didYouMean } from '../base/nearest-name.ts'
import { ON_EXISTING } from '../base/on-existing.ts'
import { FORMATS, PICTURE_FORMATS } from '../generated/cli-enums.ts'
import { PRESETS } from '../generated/operation-catalogue.ts'

/** The value of a setting, in the form of the configuration files and of commander options. */
export type SettingValue = string | number | readonly string[]

/** A setting that can be stored instead of typed every time. */
export interface SettingKey {
  readonly name: string
  readonly about: string
  /** The commander name of the flag whose default it sets, if there is a single one. */
  readonly flag?: string
  /** The commands it applies to. Default: every command with the flag. */
  readonly commands?: readonly string[]
  /** The environment variable that overrides the files. */
  readonly env?: string
  /** Whether a project file may set it. False if only the user may decide, because others write project files. */
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
  const url = parseUrl(text)
  if (url && /^https?:$/.test(url.protocol) && !url.username && !url.search && !url.hash) {
    return url.href.replace(/\/+$/, '')
  }
  throw new InvalidArgumentError('It must be an http(s) address without user, query or #.')
}

function presetName(text: string): string {
  if (PRESETS.includes(text)) return text
  throw new InvalidArgumentError(
    `There is no such preset. There are: ${PRESETS.join(', ')}.${didYouMean(text, PRESETS)}`,
  )
}

const OUTPUTS = ['text', 'json', 'ndjson'] as const

/** Not `photos download`: there --formats leaves pictures out. */
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
    // The author of a project must not decide to overwrite files of its users.
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
  // A limit accepts the price of a run, so only the user may set it.
  {
    name: 'max_credits',
    about: 'maximum credits of a run; accepts its price',
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

/** @throws CliError listing the settings if there is none of this name */
export function settingKey(name: string, where = ''): SettingKey {
  const found = SETTING_KEYS.find((key) => key.name === name)
  if (found) return found
  const names = SETTING_KEYS.map((key) => key.name)
  throw new CliError(`There is no setting "${name}"${where}.${didYouMean(name, names)} There are: ${names.join(', ')}.`)
}

/** Reads a typed value or one from a file. @throws CliError naming the setting, the source and the reason */
export function readValue(key: SettingKey, raw: unknown, where = ''): SettingValue {
  const isText = ['string', 'number'].includes(typeof raw) || (Array.isArray(raw) && raw.length > 0)
  const text = Array.isArray(raw) ? raw.join(',') : String(raw)
  try {
    if (!isText) throw new InvalidArgumentError('It must be a text, a number or a list of texts.')
    return key.read(text)
  } catch (error) {
    if (!(error instanceof InvalidArgumentError)) throw error
    throw new CliError(`${key.name}${where} cannot be ${JSON.stringify(raw)}. ${error.message}`)
  }
}

export const textOf = (value: SettingValue): string => (typeof value === 'object' ? value.join(',') : String(value))
