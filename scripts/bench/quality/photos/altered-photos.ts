// Makes photos in other light, and crops of photos, from the photos on which somebody drew the dish by hand. The drawing stays true:
// light does not move a dish, and a crop cuts the drawing too.

import { encodeLight, LINEAR } from '@platelight/imaging/colour/linear-light.ts'
import type { Box } from '@platelight/imaging/raster/geometry.ts'
import { maskBox } from '@platelight/imaging/raster/masks/mask-box.ts'
import type { Pixels } from '@platelight/imaging/raster/pixels.ts'

/** Red, green and blue that arrive of the light at a place, 0–1; `u` and `v` are shares of width and height. */
type Light = (u: number, v: number) => readonly [red: number, green: number, blue: number]

const flash: Light = (u, v) => {
  const share = Math.max(0.4, 1 - 0.9 * Math.hypot(u - 0.5, v - 0.5))
  return [share, share, share]
}

/** The lights of the places where restaurants take photos. A lamp at one side and a window at the other are two lights. */
export const LIGHTS = {
  lamp: () => [0.85, 0.68, 0.42],
  'dark room': () => [0.5, 0.38, 0.22],
  shade: () => [0.62, 0.72, 0.9],
  'fluorescent tube': () => [0.68, 0.8, 0.64],
  'two lights': (u) => [0.85 - 0.15 * u, 0.75, 0.6 + 0.2 * u],
  flash,
} satisfies Readonly<Record<string, Light>>

/** A veil of grey light that is added to the light that is left, as by steam or a dirty lens: linear, 0–1. */
const VEIL = { left: 0.7, added: 0.12 }

const eachPixel = (
  pixels: Pixels,
  change: (light: number, channel: number, u: number, v: number) => number,
): Pixels => {
  const { data, width, height, channels } = pixels
  const changed = Uint8Array.from(data)
  for (let i = 0; i < changed.length; i++) {
    const pixel = Math.floor(i / channels)
    const [u, v] = [(pixel % width) / width, Math.floor(pixel / width) / height]
    const light = change(LINEAR[data[i] ?? 0] ?? 0, i % channels, u, v)
    changed[i] = Math.round(255 * encodeLight(Math.min(1, light)))
  }
  return { ...pixels, data: changed }
}

/** An RGB picture as another light would have recorded it. */
export const inLight = (pixels: Pixels, light: Light): Pixels =>
  eachPixel(pixels, (value, channel, u, v) => value * (light(u, v)[channel] ?? 1))

/** An RGB picture under a veil. */
export const inHaze = (pixels: Pixels): Pixels => eachPixel(pixels, (value) => VEIL.left * value + VEIL.added)

/** A picture with the mask of its dish, 0–255. */
export interface Drawn {
  readonly pixels: Pixels
  readonly dish: Uint8Array
}

/** How much of a dish's box crops cut off: at one side, and at each side. */
const CUT = { side: 0.22, each: 0.08 }

/** Crops that leave a part of the dish out of the frame, by name. */
export const CROPS = {
  'cut at the left': (drawn: Drawn): Drawn => {
    const { left, width } = dishOf(drawn)
    const from = Math.round(left + CUT.side * width)
    return cropped(drawn, { left: from, top: 0, width: drawn.pixels.width - from, height: drawn.pixels.height })
  },
  'cut at the bottom': (drawn: Drawn): Drawn => {
    const { top, height } = dishOf(drawn)
    const to = Math.round(top + (1 - CUT.side) * height)
    return cropped(drawn, { left: 0, top: 0, width: drawn.pixels.width, height: to })
  },
  'from near': (drawn: Drawn): Drawn => {
    const { left, top, width, height } = dishOf(drawn)
    const [across, down] = [Math.round(CUT.each * width), Math.round(CUT.each * height)]
    return cropped(drawn, {
      left: left + across,
      top: top + down,
      width: width - 2 * across,
      height: height - 2 * down,
    })
  },
} satisfies Readonly<Record<string, (drawn: Drawn) => Drawn>>

const dishOf = ({ pixels, dish }: Drawn): Box =>
  maskBox(dish, pixels, 128) ?? { left: 0, top: 0, width: pixels.width, height: pixels.height }

function cropped({ pixels, dish }: Drawn, { left, top, width, height }: Box): Drawn {
  const { channels } = pixels
  const [data, mask] = [new Uint8Array(width * height * channels), new Uint8Array(width * height)]
  for (let y = 0; y < height; y++) {
    const from = (y + top) * pixels.width + left
    data.set(pixels.data.subarray(from * channels, (from + width) * channels), y * width * channels)
    mask.set(dish.subarray(from, from + width), y * width)
  }
  return { pixels: { data, width, height, channels }, dish: mask }
}
