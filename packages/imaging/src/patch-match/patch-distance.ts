import { EXCLUDED } from './fill-canvas.ts'
import { PATCH_RADIUS } from './patch-positions.ts'
import type { PyramidLevel } from './pyramid-level.ts'

/**
 * Costs of a copy from the other end of the picture. Down costs more than across: light and horizon keep their height.
 */
const VERTICAL_PENALTY = 900
const HORIZONTAL_PENALTY = 250
/** Cost of a difference in texture, relative to the square of a difference in colour. */
const TEXTURE_PENALTY = 6

/**
 * Distance of two patches: the mean squared difference of their colours, over the pixels around the first that are inside
 * the picture and not excluded, plus penalties for the way between them, another texture and another tone.
 *
 * @returns infinite as soon as it must exceed `limit`
 */
export function patchDistance(
  { canvas, texture, tone, toneWeight }: PyramidLevel,
  here: number,
  there: number,
  limit: number,
): number {
  const { colours, kinds, width, height } = canvas
  const x = here % width
  const y = (here - x) / width
  const u0 = there % width
  const awayX = (u0 - x) / width
  const awayY = ((there - u0) / width - y) / height
  const roughX = texture[2 * here] - texture[2 * there]
  const roughY = texture[2 * here + 1] - texture[2 * there + 1]
  const redder = tone[3 * here] - tone[3 * there]
  const greener = tone[3 * here + 1] - tone[3 * there + 1]
  const bluer = tone[3 * here + 2] - tone[3 * there + 2]
  const base =
    HORIZONTAL_PENALTY * awayX * awayX +
    VERTICAL_PENALTY * awayY * awayY +
    TEXTURE_PENALTY * (roughX * roughX + roughY * roughY) +
    toneWeight * (redder * redder + greener * greener + bluer * bluer)
  const left = x < PATCH_RADIUS ? -x : -PATCH_RADIUS
  const right = x + PATCH_RADIUS >= width ? width - 1 - x : PATCH_RADIUS
  const top = y < PATCH_RADIUS ? -y : -PATCH_RADIUS
  const bottom = y + PATCH_RADIUS >= height ? height - 1 - y : PATCH_RADIUS
  const most = (limit - base) * (right - left + 1) * (bottom - top + 1)
  if (most < 0) return Number.POSITIVE_INFINITY
  let sum = 0
  let count = 0
  for (let v = top; v <= bottom; v++) {
    const row = here + v * width
    const shift = 3 * (there - here)
    for (let i = row + left; i <= row + right; i++) {
      if (kinds[i] === EXCLUDED) continue
      const a = 3 * i
      const b = a + shift
      const red = colours[a] - colours[b]
      const green = colours[a + 1] - colours[b + 1]
      const blue = colours[a + 2] - colours[b + 2]
      sum += red * red + green * green + blue * blue
      count++
    }
    if (sum > most) return Number.POSITIVE_INFINITY
  }
  return base + (count === 0 ? 0 : sum / count)
}
