import type { Network } from '../network-port.ts'
import { type Plane, plane } from '../raster/planes/plane.ts'
import { reducePlane, resamplePlane, type Scale } from '../raster/scaling/resample.ts'
import { mapPlanes, type RgbPlanes } from './read-tile.ts'

/** The factor of a network, from the sizes of its output and its input. */
const enlargementOf = (
  [, , height = 0, width = 0]: readonly number[],
  { width: across, height: down }: Plane,
): Scale => {
  const factor = width / across
  if ((factor === 2 || factor === 4) && height === factor * down) return factor
  throw new Error(`the network returned ${width}x${height} for ${across}x${down}; it must enlarge 2x or 4x`)
}

const resizePlane = (source: Plane, factor: number): Plane => {
  if (factor === 1) return source
  return factor > 1 ? resamplePlane(source, factor as Scale) : reducePlane(source, (1 / factor) as Scale)
}

/**
 * Enlarges a tile with a network, and resizes the result to exactly `scale` times the size of the tile.
 *
 * @param reduce 2 gives the network a copy of half the size, which costs a quarter; the tile must have even sides then
 * @throws Error if the network broke down, or does not enlarge 2x or 4x
 */
export const inferTile = async (tile: RgbPlanes, scale: Scale, reduce: 1 | 2, network: Network): Promise<RgbPlanes> => {
  const shown = reduce === 1 ? tile : mapPlanes(tile, (channel) => reducePlane(channel, 2))
  const { width, height } = shown[0]
  const size = width * height
  const input = new Float32Array(3 * size)
  shown.forEach(({ data }, c) => {
    for (let i = 0; i < size; i++) input[c * size + i] = data[i] / 255
  })
  const { data, dims } = await network.run({ data: input, dims: [1, 3, height, width] })
  const factor = enlargementOf(dims, shown[0])
  const count = size * factor * factor
  return mapPlanes(shown, (_, c) => {
    const made = plane(width * factor, height * factor)
    for (let i = 0; i < count; i++) made.data[i] = data[c * count + i] * 255
    return resizePlane(made, (scale * reduce) / factor)
  })
}
