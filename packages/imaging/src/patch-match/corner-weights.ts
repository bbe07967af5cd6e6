import { clamp } from '../raster/clamp-and-smoothstep.ts'

/**
 * Writes the bilinear weights of four neighbours: upper left, upper right, lower left, lower right. They blend over the
 * middle half of a pixel only, because two textures on top of each other look blurred.
 *
 * @param u, v position between the neighbours, 0–1
 */
export function cornerWeights(u: number, v: number, weights: Float32Array): void {
  const [across, down] = [narrow(u), narrow(v)]
  weights[0] = (1 - across) * (1 - down)
  weights[1] = across * (1 - down)
  weights[2] = (1 - across) * down
  weights[3] = across * down
}

const narrow = (t: number): number => clamp(2 * t - 0.5, 0, 1)
