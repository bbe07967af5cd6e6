import type { AssetType } from '../asset-request.ts'

/** The page of a type and the sizes of its letters, in points. */
export interface Format {
  readonly width: number
  readonly height: number
  readonly margin: number
  readonly sizes: Readonly<Record<Level, number>>
  /** The smallest letters: of the largest line, and of all others. */
  readonly leastLead: number
  readonly least: number
}

/** The hierarchy, from what is seen first. */
export type Level = 'lead' | 'second' | 'name' | 'item' | 'contact'

/** Letters of this share of their size look right. Below it, a design that takes larger ones looks better. */
export const COMFORTABLE = 0.62

const MM = 72 / 25.4

/** A3 for posters, A5 for flyers, A4 for menus, 4:5 for posts and 3:1 for banners. */
export const FORMATS: Readonly<Record<AssetType, Format>> = {
  poster: {
    width: 297 * MM,
    height: 420 * MM,
    margin: 54,
    sizes: { lead: 112, second: 52, name: 34, item: 31, contact: 20 },
    leastLead: 30,
    least: 12,
  },
  flyer: {
    width: 148 * MM,
    height: 210 * MM,
    margin: 28,
    sizes: { lead: 50, second: 25, name: 16.5, item: 14, contact: 9.5 },
    leastLead: 14,
    least: 6.8,
  },
  post: {
    width: 432,
    height: 540,
    margin: 30,
    sizes: { lead: 58, second: 28, name: 17, item: 15, contact: 11 },
    leastLead: 15,
    least: 9,
  },
  banner: {
    width: 900,
    height: 300,
    margin: 30,
    sizes: { lead: 66, second: 34, name: 20, item: 18, contact: 12.5 },
    leastLead: 16,
    least: 9.5,
  },
  menu: {
    width: 210 * MM,
    height: 297 * MM,
    margin: 44,
    sizes: { lead: 44, second: 18, name: 15, item: 11.5, contact: 8.5 },
    leastLead: 16,
    least: 7,
  },
}
