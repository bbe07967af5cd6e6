import { CREDITS } from '../../../packages/server/src/operations/prices.ts'
import type { Json, OpenApi } from '../read/openapi-model.ts'

const PLACEHOLDER = /\{(credits|number)\s+([^{}]+)\}/g

/**
 * Inserts the prices of `operations/prices.ts` into a text: `{credits upscale.2}` becomes `1 credit`,
 * `{number upscale.4}` becomes `2`, and a sum is written `{number enhance + remove-background}`.
 *
 * @throws Error for a name that the prices do not have.
 */
export const withPrices = (text: string): string =>
  text.replace(PLACEHOLDER, (_, form: string, names: string) => {
    const sum = names.split('+').reduce((all, name) => all + priceOf(name.trim()), 0)
    return form === 'number' ? String(sum) : `${sum} ${sum === 1 ? 'credit' : 'credits'}`
  })

function priceOf(name: string): number {
  const found = name.split('.').reduce<unknown>((table, key) => (table as Record<string, unknown>)?.[key], CREDITS)
  if (typeof found !== 'number') throw new Error(`prices.ts has no price ${name}.`)
  return found
}

/** Writes the prices into every text of the document, in place. */
export function fillPrices(document: OpenApi): void {
  const filled = (value: Json): Json => {
    if (typeof value === 'string') return withPrices(value)
    if (Array.isArray(value)) return value.map(filled)
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(Object.entries(value).map(([key, inner = null]) => [key, filled(inner)]))
  }
  Object.assign(document, filled(document as unknown as Json))
}

const SAID_BY_HAND = /\b(?:\d+|one|two) credits?\b/i

/** Finds fixed prices in descriptions, which would not follow a change. For a document before it is filled. */
export function priceProblems(document: OpenApi): string[] {
  const problems: string[] = []
  const visit = (value: unknown, place: string): void => {
    if (typeof value !== 'object' || value === null) return
    for (const [key, inner] of Object.entries(value)) {
      const isProse = ['summary', 'description', 'x-decided'].includes(key)
      const said = isProse && typeof inner === 'string' ? SAID_BY_HAND.exec(inner.replaceAll(PLACEHOLDER, '')) : null
      if (said)
        problems.push(
          `${place}/${key} contains the fixed price "${said[0]}"; write {credits name} with a name from prices.ts`,
        )
      visit(inner, `${place}/${key}`)
    }
  }
  visit(document, '')
  return problems
}
