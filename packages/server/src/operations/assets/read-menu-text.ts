import type { CopyItem } from '@platelight/typesetting/asset-request.ts'

/** A dish that was read, and how sure it is. */
export type ReadDish = CopyItem & { readonly confidence: number }

/**
 * An amount with or without its currency at the end or the beginning of a line, in digits of any script: `12,50 €`, `$12`,
 * `١٢ ر.س`. Digits without a currency and without decimals are a price only after a gap or dots.
 */
const CURRENCY = String.raw`(?:\p{Sc}|EUR|USD|GBP|CHF|Kč|zł|kr\.?|ر\.س|د\.إ|円|元|บาท|원|Rs\.?)`
const AMOUNT = String.raw`\p{Nd}{1,7}(?:[.,٫'’]\p{Nd}{1,3})*(?:[.,]-)?`
const ONE = String.raw`(?:${CURRENCY}\s?${AMOUNT}|${AMOUNT}\s?${CURRENCY}|${AMOUNT})`
/** Sizes have several prices. */
const PRICES = String.raw`${ONE}(?:\s?[/|–-]\s?${ONE}){0,3}`
const PRICED_LINE = new RegExp(String.raw`^(.+?)(\s*[.·…_]{2,}\s*|\s{2,}|\t+|\s+[-–—|:]\s+|\s+)(${PRICES})$`, 'u')
const LONE_PRICE = new RegExp(`^${PRICES}$`, 'u')
const HAS_CURRENCY = new RegExp(CURRENCY, 'u')
const MOST_DISHES = 200

interface Draft {
  name: string
  description: string
  price: string
  section: string
  confidence: number
}

/**
 * The dishes of a menu that is plain text: a line with a price is a dish, lines below it describe it, and a line that stands
 * alone is the name of a section. Prices are taken character by character.
 */
export function readMenuText(text: string): ReadDish[] {
  const dishes: Draft[] = []
  let section = ''
  let last: Draft | undefined
  // A section without dishes is a text of its own: nothing that is given is left out.
  const dishOf = (name: string) => ({ name, description: '', price: '', section: '', confidence: UNPRICED })
  const open = (name: string) => {
    if (section !== '' && dishes.at(-1)?.section !== section) dishes.push(dishOf(section))
    section = name
    last = undefined
  }
  const blocks = text.replace(/\r\n?/g, '\n').split(/\n\s*\n/)
  for (const block of blocks) {
    const lines = block
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== '')
    last = undefined
    for (const [index, line] of lines.entries()) {
      const priced = pricedLine(line)
      const next = lines[index + 1]
      if (priced) {
        last = { ...priced, description: '', section }
        dishes.push(last)
      } else if (LONE_PRICE.test(line) && last && last.price === '') last.price = line
      else if (last === undefined && (next === undefined ? lines.length === 1 : pricedLine(next) || isHeading(line)))
        open(line)
      else if (last === undefined) {
        last = { ...dishOf(line), section }
        dishes.push(last)
      } else if (isHeading(line)) open(line)
      else last.description = last.description === '' ? line : `${last.description} ${line}`
    }
  }
  open('')
  return dishes.slice(0, MOST_DISHES).map(({ name, description, price, section: of, confidence }) => ({
    name,
    ...(description && { description }),
    ...(price && { price }),
    ...(of && { section: of }),
    confidence,
  }))
}

/** How sure a dish is that has no price. */
const UNPRICED = 0.4

function pricedLine(line: string): Pick<Draft, 'name' | 'price' | 'confidence'> | undefined {
  const [, name, gap = '', price] = PRICED_LINE.exec(line) ?? []
  if (name === undefined || price === undefined) return undefined
  const isClear = HAS_CURRENCY.test(price)
  const isApart = gap.trim() !== '' || /\s{2,}|\t/.test(gap)
  const hasDecimals = /[.,٫]\p{Nd}{2}$/u.test(price)
  // `Menu for 2` has a number and no price.
  if (!isClear && !isApart && !hasDecimals) return undefined
  return { name, price, confidence: isClear ? 0.95 : hasDecimals ? 0.85 : 0.7 }
}

/** Names of sections are short, and often in capitals or with a colon. */
const isHeading = (line: string): boolean =>
  line.length <= 40 && (line.endsWith(':') || (line === line.toUpperCase() && line !== line.toLowerCase()))
