import type { Pixels } from '@platelight/imaging/raster/pixels.ts'

/** How a plate is drawn: its glaze, its tilt, and its size as a share of the frame's short side. */
export interface Dish {
  readonly name: string
  readonly glaze: readonly [number, number, number]
  /** Height over width of the visible plate: 1 from above. */
  readonly tilt: number
  readonly size: number
  /** How far the food reaches, as a share of the plate. */
  readonly food: number
}

export const DISHES: readonly Dish[] = [
  { name: 'white plate from above', glaze: [238, 236, 230], tilt: 1, size: 0.82, food: 0.5 },
  { name: 'dark plate from the side', glaze: [52, 56, 62], tilt: 0.62, size: 0.9, food: 0.55 },
  { name: 'blue plate', glaze: [70, 104, 142], tilt: 0.8, size: 0.75, food: 0.6 },
  { name: 'small terracotta plate', glaze: [168, 92, 62], tilt: 0.72, size: 0.5, food: 0.7 },
  { name: 'wide white plate, little food', glaze: [246, 245, 243], tilt: 0.9, size: 0.92, food: 0.32 },
]

const SOFT = 1.2

/**
 * A dish with a known alpha, because it is drawn: a glazed plate with a rim, the texture of a real food in a heap with an
 * uneven outline, and its shadow on a real table. The shadow belongs to the table, not to the dish.
 *
 * @param table RGB, the whole frame
 * @param food RGB or RGBA; its middle is used
 * @returns the picture, and the dish alone with its alpha
 */
export function drawDish(table: Pixels, food: Pixels, dish: Dish): { picture: Pixels; truth: Pixels } {
  const { width, height } = table
  const a = (dish.size * Math.min(width, height)) / 2
  const b = a * dish.tilt
  const [cx, cy] = [0.5 * width, 0.52 * height]
  const picture = new Uint8Array(3 * width * height)
  const truth = new Uint8Array(4 * width * height)
  for (let y = 0, i = 0; y < height; y++) {
    for (let x = 0; x < width; x++, i++) {
      const [u, v] = [(x + 0.5 - cx) / a, (y + 0.5 - cy) / b]
      const out = Math.hypot(u, v)
      const alpha = step((1 - out) * b, SOFT)
      const shade = 0.55 * step((1.05 - Math.hypot(u - 0.03, v - 0.07)) * b, 0.16 * b)
      const colour = alpha > 0 ? surface(food, dish, u, v, out, b) : [0, 0, 0]
      for (let c = 0; c < 3; c++) {
        const ground = (table.data[3 * i + c] as number) * (1 - shade)
        picture[3 * i + c] = ground * (1 - alpha) + (colour[c] as number) * alpha + 0.5
        truth[4 * i + c] = colour[c] as number
      }
      truth[4 * i + 3] = Math.round(255 * alpha)
    }
  }
  return {
    picture: { data: picture, width, height, channels: 3 },
    truth: { data: truth, width, height, channels: 4 },
  }
}

/** From 0 to 1 while `distance` goes from half of `over` below the line to half of it above. */
const step = (distance: number, over: number): number => {
  const t = Math.min(1, Math.max(0, distance / over + 0.5))
  return t * t * (3 - 2 * t)
}

/** The colour of a point on the dish: glaze lit from the upper left, a raised rim, and the food on it. */
function surface(food: Pixels, { glaze, food: reach }: Dish, u: number, v: number, out: number, b: number): number[] {
  const turn = Math.atan2(v, u)
  const lit = 1 - 0.1 * (u + v) * 0.7
  const slope = Math.exp(-(((out - 0.74) / 0.035) ** 2)) - 0.6 * Math.exp(-(((out - 0.975) / 0.02) ** 2))
  const light = lit - 0.16 * slope * Math.cos(turn - Math.PI / 4)
  const heap = reach * (1 + 0.1 * Math.sin(3 * turn + 1) + 0.06 * Math.sin(7 * turn) + 0.04 * Math.sin(13 * turn + 2))
  const covered = step((heap - out) * b, 2)
  const under = 0.3 * step((heap + 0.03 - Math.hypot(u - 0.02, v - 0.03)) * b, 0.06 * b)
  const from = sample(food, 0.5 + (0.3 * u) / reach, 0.5 + (0.3 * v) / reach)
  return [0, 1, 2].map((c) => {
    const plate = Math.min(255, (glaze[c] as number) * light * (1 - under))
    return Math.round(plate * (1 - covered) + (food.data[from + c] as number) * covered)
  })
}

const sample = ({ width, height, channels }: Pixels, u: number, v: number): number => {
  const x = Math.min(width - 1, Math.max(0, Math.floor(u * width)))
  const y = Math.min(height - 1, Math.max(0, Math.floor(v * height)))
  return (y * width + x) * channels
}
