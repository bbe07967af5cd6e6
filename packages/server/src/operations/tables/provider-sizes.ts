import type { Size } from '../picture-size.ts'
import type { SizeRule } from './provider-models.ts'

/** The nearest size to the wanted one that a model makes. The shape comes before the number of pixels. */
export function sizeToOrder(wanted: Size, rule: SizeRule): Size {
  switch (rule.kind) {
    case 'free':
      return withinLimits(wanted, rule)
    case 'listed':
      return nearestListed(wanted, rule.sizes)
    case 'shape': {
      const long = Math.max(wanted.width, wanted.height)
      const longest = Math.max(...rule.longSides)
      const side = rule.longSides.find((one) => one >= long) ?? longest
      return scaled(wanted, side / long)
    }
  }
}

const scaled = ({ width, height }: Size, by: number): Size => ({
  width: Math.round(width * by),
  height: Math.round(height * by),
})

function withinLimits(
  wanted: Size,
  { multiple, maxSide, minPixels = 0, maxPixels }: SizeRule & { kind: 'free' },
): Size {
  const pixels = wanted.width * wanted.height
  const largest = Math.min(maxSide / Math.max(wanted.width, wanted.height), Math.sqrt(maxPixels / pixels))
  const smallest = Math.sqrt(minPixels / pixels)
  const by = Math.min(largest, Math.max(1, smallest))
  // Rounded up where more pixels are needed, and down where fewer are allowed.
  const round = by > 1 && by < largest ? Math.ceil : Math.floor
  const side = (length: number) => Math.max(multiple, round((length * by) / multiple) * multiple)
  return { width: side(wanted.width), height: side(wanted.height) }
}

function nearestListed(wanted: Size, sizes: readonly (readonly [number, number])[]): Size {
  const ratio = Math.log(wanted.width / wanted.height)
  const distance = ([width, height]: readonly [number, number]) => Math.abs(Math.log(width / height) - ratio)
  const [width, height] = [...sizes].sort((one, other) => distance(one) - distance(other))[0] ?? [
    wanted.width,
    wanted.height,
  ]
  return { width, height }
}
