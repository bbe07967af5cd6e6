import { currentLocale } from './language.ts'

/** A formatter of `Intl` in the current language, made once for each. */
export function perLocale<Formatter>(make: (locale: string) => Formatter): () => Formatter {
  let made: readonly [locale: string, formatter: Formatter] | undefined
  return () => {
    const locale = currentLocale()
    if (made?.[0] !== locale) made = [locale, make(locale)]
    return made[1]
  }
}

const whole = perLocale((locale) => new Intl.NumberFormat(locale))
const tenths = perLocale(
  (locale) => new Intl.NumberFormat(locale, { maximumFractionDigits: 1, minimumFractionDigits: 1 }),
)
const rules = perLocale((locale) => new Intl.PluralRules(locale))
const dollars = perLocale(
  (locale) => new Intl.NumberFormat(locale, { style: 'currency', currency: 'USD', maximumFractionDigits: 0 }),
)

export const number = (value: number): string => whole().format(value)
export const tenth = (value: number): string => tenths().format(value)
export const price = (value: number): string => dollars().format(value)

type Forms = Partial<Record<Intl.LDMLPluralRule, string>> & { readonly other: string }

/**
 * A text for a number, by the rules of the current language.
 *
 * @example plural(1_200, { one: '# photo', other: '# photos' }) // '1,200 photos'
 */
export const plural = (count: number, forms: Forms): string =>
  (forms[rules().select(count)] ?? forms.other).replace('#', number(count))
