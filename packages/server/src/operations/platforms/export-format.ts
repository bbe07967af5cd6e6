import { OUTPUT_FORMATS, type OutputFormat } from '@platelight/imaging/codec/file/image-formats.ts'
import { ServiceError } from '../../base/service-error.ts'
import { alternatives, FORMAT_NAMES, type Platform } from './platform-terms.ts'

/** Formats that every platform can read, for platforms without a published list. */
const SAFE: readonly string[] = ['jpeg', 'png']

/**
 * The format of an export, if the platform accepts it.
 *
 * @throws ServiceError `platform_format`, naming the accepted formats
 */
export function exportFormat({ id, rules, export: profile }: Platform, asked: OutputFormat | undefined): OutputFormat {
  if (asked === undefined) return profile.format
  const taken = OUTPUT_FORMATS.filter((format) => (rules.formats ?? SAFE).some((one) => one === format))
  if (taken.includes(asked)) return asked
  const names = alternatives(taken.map((format) => FORMAT_NAMES[format]))
  throw new ServiceError(
    'platform_format',
    `${id} ${rules.formats ? 'takes' : 'does not list its formats, so it gets'} ${names}, not ${FORMAT_NAMES[asked]}. Leave format out, or choose one of those.`,
    { formats: taken },
  )
}
