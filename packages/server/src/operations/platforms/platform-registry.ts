import { ServiceError } from '../../base/service-error.ts'
import { DELIVERY_ROWS } from './delivery-rows.ts'
import { alternatives, type Platform } from './platform-terms.ts'
import { PUBLIC_ROWS } from './public-rows.ts'
import { UNVERIFIED_ROWS } from './unverified-rows.ts'

/** The platforms that are part of this version. */
export const BUILT_IN: readonly Platform[] = [...DELIVERY_ROWS, ...PUBLIC_ROWS, ...UNVERIFIED_ROWS]

export interface Platforms {
  readonly list: readonly Platform[]
  /** @throws ServiceError `platform_unknown`, with similar names */
  find(id: string): Platform
}

/**
 * The registry of platforms.
 *
 * @example createPlatforms(BUILT_IN).find('ubereats.item').export.size // { width: 1800, height: 1440 }
 */
export function createPlatforms(list: readonly Platform[]): Platforms {
  const byId = new Map(list.map((row) => [row.id, row]))
  return {
    list,
    find(id) {
      const found = byId.get(id)
      if (found) return found
      const near = nearest(id, [...byId.keys()])
      const hint = near.length > 0 ? `Did you mean ${alternatives(near)}?` : 'GET /api/platforms lists them.'
      throw new ServiceError('platform_unknown', `There is no platform "${id}". ${hint}`, { near })
    },
  }
}

/** Similar enough to be a typing error. */
const ALIKE = 0.45

/** Similar names, the most similar first. Similarity is the share of common pairs of letters. */
function nearest(wrong: string, names: readonly string[]): string[] {
  const [platform] = wrong.split('.')
  const wanted = pairsOf(wrong)
  const score = (name: string) => {
    const pairs = pairsOf(name)
    const shared = [...wanted].filter((pair) => pairs.has(pair)).length
    // The same platform with another slot is the most likely.
    return (name.startsWith(`${platform}.`) ? 1 : 0) + (2 * shared) / (wanted.size + pairs.size)
  }
  return names
    .map((name) => ({ name, likeness: score(name) }))
    .filter(({ likeness }) => likeness >= ALIKE)
    .sort((a, b) => b.likeness - a.likeness)
    .slice(0, 3)
    .map(({ name }) => name)
}

/** The ending that nearly all names share is left out. */
const pairsOf = (name: string): Set<string> => {
  const letters = ` ${name.replace(/\.item$/, '')}`
  return new Set(Array.from({ length: letters.length - 1 }, (_, i) => letters.slice(i, i + 2)))
}
