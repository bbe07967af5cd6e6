import type { CopyFault } from '@platelight/typesetting/layout/copy-fault.ts'
import { ServiceError } from '../../base/service-error.ts'

/**
 * The refusal of words that cannot be set, which names the field.
 *
 * @param what on which they do not fit
 * @param wayOut a sentence
 */
export function copyRefusal(fault: CopyFault, what: string, wayOut: string): ServiceError {
  const { field } = fault
  if (fault.reason === 'glyph_missing') {
    const named = fault.characters
      .slice(0, 20)
      .map((one) => `${one} (U+${(one.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')})`)
    return new ServiceError(
      'glyph_missing',
      `No font of this server has these characters of ${field}: ${named.join(', ')}. Write them in another way, or leave them out.`,
      { field },
    )
  }
  const fits = field === 'items_json' ? `the first ${fault.fits} dishes` : `the first ${fault.fits} characters`
  return new ServiceError(
    'copy_does_not_fit',
    `The text of ${field} fits ${what}, even with the smallest letters that can be read. About ${fits} would fit. ${wayOut}`,
    { field },
  )
}
