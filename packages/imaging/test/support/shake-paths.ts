import { seededRandom } from './drawn-pictures.ts'

/** How often the place of the camera is written down during an exposure. */
const MOMENTS = 240

/** Where a shaking hand leads a camera: it drifts, is pulled along a curve, and now and then is pushed (Boracchi, Foi 2012). */
const walk = (seed: number): [x: number, y: number][] => {
  const next = seededRandom(seed)
  const tremor = () => (next() + next() + next() + next() - 2) * 1.7
  const start = next() * 2 * Math.PI
  let [x, y, across, down] = [0, 0, Math.cos(start), Math.sin(start)]
  const curl = tremor() * 0.025
  return Array.from({ length: MOMENTS }, () => {
    const turned = across * Math.cos(curl) - down * Math.sin(curl)
    down = 0.98 * (across * Math.sin(curl) + down * Math.cos(curl) + 0.12 * tremor())
    across = 0.98 * (turned + 0.12 * tremor())
    if (next() < 0.012) {
      const push = next() * 2 * Math.PI
      across += 1.6 * Math.cos(push)
      down += 1.6 * Math.sin(push)
    }
    x += across
    y += down
    return [x, y]
  })
}

/**
 * A blur of a camera that moved on a curved or hooked path, centred on its light: how much of a pixel comes from each
 * offset.
 *
 * @param extent width or height of the path, whichever is larger, in pixels
 */
export const shake = (seed: number, extent: number): ((x: number, y: number) => number) => {
  const path = walk(seed)
  const [xs, ys] = [path.map(([x]) => x), path.map(([, y]) => y)]
  const span = Math.max(Math.max(...xs) - Math.min(...xs), Math.max(...ys) - Math.min(...ys))
  const middle = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / MOMENTS
  const shares = new Map<string, number>()
  for (const [x, y] of path) {
    const u = ((x - middle(xs)) / span) * extent
    const v = ((y - middle(ys)) / span) * extent
    for (const column of [Math.floor(u), Math.floor(u) + 1]) {
      for (const row of [Math.floor(v), Math.floor(v) + 1]) {
        const share = (1 - Math.abs(u - column)) * (1 - Math.abs(v - row))
        const key = `${column} ${row}`
        shares.set(key, (shares.get(key) ?? 0) + share / MOMENTS)
      }
    }
  }
  return (x, y) => shares.get(`${x} ${y}`) ?? 0
}
