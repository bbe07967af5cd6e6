import { PlatelightError } from '@platelight/sdk'
import { CliError } from '../errors.ts'
import { exitCodeOf } from '../exit-codes.ts'

/** What the client calls an option is a flag here. */
const FLAGS: readonly (readonly [option: RegExp, flag: string])[] = [
  [/\b(an?|another) folder for the results\b/, '$1 folder with --out'],
  [/Name another stateFile, or move the file away\./, 'Move the file away, or choose another folder with --out.'],
  [/; recursive takes them too\./, '; --recursive takes them too.'],
]

/** A sentence of the client in the words of the command line. */
export const asTyped = (sentence: string): string =>
  FLAGS.reduce((text, [option, flag]) => text.replace(option, flag), sentence)

/** A failure of the client, in the same way; anything else as it is. */
export function errorAsTyped(error: unknown): unknown {
  if (!(error instanceof PlatelightError)) return error
  const message = asTyped(error.message)
  return message === error.message ? error : new CliError(message, exitCodeOf(error), error.code)
}
