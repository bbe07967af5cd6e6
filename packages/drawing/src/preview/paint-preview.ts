import { createCanvas } from '@napi-rs/canvas'
import { layTable } from './lay-table.ts'
import type { PreviewAngle, PreviewLight, PreviewScene, PreviewStyle } from './preview-scene.ts'
import { readPrompt } from './reading/read-prompt.ts'
import type { Depths } from './render/canvas-of-depths.ts'
import { addClearThings } from './render/clear-layers.ts'
import { type Rgb, scaled } from './render/colour.ts'
import type { Light } from './render/light.ts'
import { blurPlane, type Plane } from './render/plane-blur.ts'
import { type Frame, litThings, seenThings } from './render/raster-things.ts'
import { shadePixels } from './render/shade-pixels.ts'
import { smoothEdges } from './render/smooth-edges.ts'
import { cameraView, extentOf, type View } from './render/view.ts'
import { seededRandom } from './seeded-random.ts'
import { drawOver } from './setting/draw-over.ts'
import { drawPreviewMark, markRows } from './setting/preview-mark.ts'
import { drawSteam, steamRows } from './setting/steam.ts'
import { drawTableTop } from './setting/table-tops.ts'
import { layerOf, type Thing } from './shapes/thing.ts'

/** Degrees above the horizon for an angle that a prompt names. */
const ANGLES: Readonly<Record<PreviewAngle, number>> = { overhead: 87, 'three-quarter': 46, level: 17 }
/** Share of the picture that the dish takes at most, across and up. */
const WIDTH_SHARE = 0.86
const HEIGHT_SHARE = 0.72
/** Where the dish's middle is, from above: the mark has the room below it. */
const DISH_MIDDLE = 0.455
/** Side of the picture of what the light sees. */
const SHADOW_SIDE = 512

/**
 * Draws an illustrated stand-in for a photo that a provider would generate. The same request gives the same pixels, on every
 * machine of one kind; another seed gives another picture of the same dish. The picture says PREVIEW.
 *
 * @param request.prompt what to draw, in any words; a prompt that names nothing known gives a plausible plate
 * @param request.width in pixels, from 1
 * @returns RGBA in sRGB, opaque, and what was read from the prompt
 * @throws RangeError if a side is not a whole number from 1 to 8192
 * @example const { pixels } = await paintPreview({ prompt: 'Ramen in a dark bowl', seed: 7, width: 1024, height: 1024 })
 */
export async function paintPreview(request: {
  prompt: string
  seed: number
  width: number
  height: number
}): Promise<{ pixels: Buffer; width: number; height: number; scene: PreviewScene }> {
  const { prompt, seed, width, height } = request
  for (const side of [width, height])
    if (!Number.isInteger(side) || side < 1 || side > 8192)
      throw new RangeError(`A side must be 1 to 8192 pixels long, not ${side}.`)
  const random = seededRandom(seed, prompt)
  const { scene, dish } = readPrompt(prompt, random)
  const { dish: things, around } = layTable(dish.dish, scene, random)
  const preferred = dish.dish.from
  const chosen = scene.angle === angleName(preferred) ? preferred : ANGLES[scene.angle]
  const view = cameraView((chosen * Math.PI) / 180)
  const frame = frameAround(things, view, width, height)
  const all = [...things, ...around]
  const solid = all.filter((thing) => layerOf(thing) === undefined)
  const light = lightOf(scene.light, scene.style)
  const table = createCanvas(width, height)
  const ground = table.getContext('2d')
  drawTableTop(
    ground,
    { width, height },
    scene.surface,
    scene.colours.surface,
    frame.scale,
    view.up[1],
    random.fork('table'),
  )
  const seen = seenThings(solid, view, frame)
  // A drink casts a shadow, its glass none.
  const lit = litThings(
    all.filter((thing) => layerOf(thing) !== 'glass'),
    light.from,
    SHADOW_SIDE,
  )
  const by = Math.max(2, Math.round(Math.min(width, height) / 340))
  const plane = shadowPlane(seen, lit, by, light.softness)
  const shaded = shadePixels(seen, solid, table.data(), { plane, by }, light)
  addClearThings(shaded, seen, all, light)
  const finished = smoothEdges(shaded, width, height)
  if (scene.steam) {
    // From straight above steam rises towards the viewer, so only a haze of it is seen.
    const rise = scene.angle === 'overhead' ? 0.45 : 1
    const from = {
      x: frame.originX,
      y: frame.originY - frame.scale * 0.1,
      width: frame.scale * 1.5,
      height: Math.min(frame.scale * 1.3 * rise, frame.originY),
    }
    drawOver(finished, width, steamRows(from, height), (context) =>
      drawSteam(context, from, (scene.style === 'moody' ? 1 : 0.6) * rise, random.fork('steam')),
    )
  }
  drawOver(finished, width, markRows(width, height), (context) => drawPreviewMark(context, width, height))
  return { pixels: Buffer.from(finished.buffer, finished.byteOffset, finished.length), width, height, scene }
}

const angleName = (degrees: number): PreviewAngle =>
  degrees > 70 ? 'overhead' : degrees < 28 ? 'level' : 'three-quarter'

/** The frame in which the things are whole and in the middle, as large as the shares allow. */
function frameAround(things: readonly Thing[], view: View, width: number, height: number): Frame {
  const extent = extentOf(things, view)
  const scale = Math.min(
    (width * WIDTH_SHARE) / (extent.right - extent.left),
    (height * HEIGHT_SHARE) / (extent.top - extent.bottom),
  )
  return {
    width,
    height,
    scale,
    originX: width / 2 - ((extent.left + extent.right) / 2) * scale,
    originY: height * DISH_MIDDLE + ((extent.top + extent.bottom) / 2) * scale,
  }
}

/** Places around a point where the light is asked, in parts of the penumbra. */
const TAPS = Float32Array.of(0, 0, 0.9, 0.3, -0.3, 0.9, -0.9, -0.3, 0.3, -0.9)

/**
 * How much of the light reaches each point of the picture, at a fraction of its size.
 *
 * @param softness width of the penumbra in world units
 */
function shadowPlane(seen: Depths, lit: Depths, by: number, softness: number): Plane {
  const width = Math.ceil(seen.width / by)
  const height = Math.ceil(seen.height / by)
  const data = new Float32Array(width * height)
  const { right, up, toward } = seen.view
  const dotted = (a: readonly number[], b: readonly number[]) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
  // From the camera's axes to those of the light, without the world between.
  const [rr, ru, rt] = [lit.view.right, lit.view.up, lit.view.toward].map((axis) => dotted(axis, right))
  const [ur, uu, ut] = [lit.view.right, lit.view.up, lit.view.toward].map((axis) => dotted(axis, up))
  const [tr, tu, tt] = [lit.view.right, lit.view.up, lit.view.toward].map((axis) => dotted(axis, toward))
  const bias = 0.016
  const reach = softness * lit.scale
  for (let y = 0; y < height; y++) {
    const py = Math.min(seen.height - 1, y * by + (by >> 1))
    const t = (seen.originY - py - 0.5) / seen.scale
    for (let x = 0; x < width; x++) {
      const px = Math.min(seen.width - 1, x * by + (by >> 1))
      const s = (px + 0.5 - seen.originX) / seen.scale
      const d = seen.depth[py * seen.width + px]
      const lx = lit.originX + lit.scale * (s * rr + t * ur + d * tr)
      const ly = lit.originY - lit.scale * (s * ru + t * uu + d * tu)
      const near = s * rt + t * ut + d * tt + bias
      let light = 0
      for (let tap = 0; tap < TAPS.length; tap += 2) {
        const tx = (lx + TAPS[tap] * reach + 0.5) | 0
        const ty = (ly + TAPS[tap + 1] * reach + 0.5) | 0
        if (tx < 0 || ty < 0 || tx >= lit.width || ty >= lit.height || lit.depth[ty * lit.width + tx] <= near) light++
      }
      data[y * width + x] = light / (TAPS.length / 2)
    }
  }
  return blurPlane({ width, height, data }, Math.max(1, (softness * 0.5 * seen.scale) / by), 1)
}

/** Towards the light, for each side from which it comes. */
const SIDES = {
  left: [-0.78, 0.42, 0.78],
  right: [0.78, 0.42, 0.78],
  back: [-0.22, 0.9, 0.72],
  front: [-0.35, -0.45, 1.0],
} as const satisfies Record<PreviewLight, readonly [number, number, number]>

interface Mood {
  readonly key: Rgb
  readonly sky: Rgb
  readonly bounce: Rgb
  readonly softness: number
  readonly vignette: number
}

const WARM: Rgb = [1.0, 0.915, 0.8]
const MOODS: Readonly<Record<PreviewStyle, Mood>> = {
  natural: { key: scaled(WARM, 1.3), sky: [0.4, 0.4, 0.42], bounce: [0.3, 0.26, 0.22], softness: 0.055, vignette: 0.3 },
  bright: {
    key: [1.42, 1.36, 1.25],
    sky: [0.58, 0.59, 0.6],
    bounce: [0.42, 0.4, 0.37],
    softness: 0.09,
    vignette: 0.08,
  },
  moody: {
    key: scaled(WARM, 1.3),
    sky: [0.2, 0.215, 0.25],
    bounce: [0.12, 0.1, 0.085],
    softness: 0.045,
    vignette: 0.72,
  },
  rustic: {
    key: [1.34, 1.16, 0.94],
    sky: [0.36, 0.35, 0.35],
    bounce: [0.3, 0.24, 0.18],
    softness: 0.05,
    vignette: 0.42,
  },
  minimal: {
    key: [1.3, 1.24, 1.16],
    sky: [0.5, 0.5, 0.51],
    bounce: [0.35, 0.33, 0.31],
    softness: 0.12,
    vignette: 0.12,
  },
}

const lightOf = (side: PreviewLight, style: PreviewStyle): Light => ({ from: SIDES[side], ...MOODS[style] })
