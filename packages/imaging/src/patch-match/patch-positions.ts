import { type Canvas, HOLE, KNOWN } from './fill-canvas.ts'

/** Patches are squares with sides of `2 * PATCH_RADIUS + 1`. */
export const PATCH_RADIUS = 3

/** Centres of all patches of which every pixel is known, in reading order. */
export function sourcePositions({ kinds, width, height }: Canvas): Int32Array {
  const usable = new Uint8Array(kinds.length)
  const across = new Uint8Array(kinds.length)
  // In each direction, runs of known pixels are counted.
  for (let y = 0; y < height; y++) {
    for (let x = 0, run = 0; x < width; x++) {
      run = kinds[y * width + x] === KNOWN ? run + 1 : 0
      if (run >= 2 * PATCH_RADIUS + 1) across[y * width + x - PATCH_RADIUS] = 1
    }
  }
  for (let x = 0; x < width; x++) {
    for (let y = 0, run = 0; y < height; y++) {
      run = across[y * width + x] === 1 ? run + 1 : 0
      if (run >= 2 * PATCH_RADIUS + 1) usable[(y - PATCH_RADIUS) * width + x] = 1
    }
  }
  return positions(usable)
}

/** Every pixel whose patch contains a part of the hole, in reading order. */
export function targetPositions({ kinds, width, height }: Canvas): Int32Array {
  const near = new Uint8Array(kinds.length)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      if (kinds[y * width + x] !== HOLE) continue
      const bottom = Math.min(height - 1, y + PATCH_RADIUS)
      const [left, right] = [Math.max(0, x - PATCH_RADIUS), Math.min(width - 1, x + PATCH_RADIUS)]
      for (let v = Math.max(0, y - PATCH_RADIUS); v <= bottom; v++)
        near.fill(1, v * width + left, v * width + right + 1)
    }
  }
  return positions(near)
}

function positions(flags: Uint8Array): Int32Array {
  let count = 0
  for (const flag of flags) count += flag
  const found = new Int32Array(count)
  for (let i = 0, at = 0; i < flags.length; i++) if (flags[i] === 1) found[at++] = i
  return found
}
