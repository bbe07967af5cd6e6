import { createCanvas } from '@napi-rs/canvas'
import { layTable } from './lay-table.ts'
import type { PreviewAngle, PreviewScene } from './preview-scene.ts'
import { readPrompt } from './reading/read-prompt.ts'
import { addClearThings } from './render/clear-layers.ts'
import { type Frame, litThings, seenThings } from './render/raster-things.ts'
import { shadePixels } from './render/shade-pixels.ts'
import { shadowPlane } from './render/shadow-plane.ts'
import { smoothEdges } from './render/smooth-edges.ts'
import { cameraView, extentOf, type View } from './render/view.ts'
import { seededRandom } from './seeded-random.ts'
import { drawOver } from './setting/draw-over.ts'
import { lightOf } from './setting/lights.ts'
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
