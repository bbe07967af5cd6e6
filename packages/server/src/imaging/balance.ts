import { LINEAR } from './colour.ts'
import { clamp, type Pixels, smoothstep } from './pixels.ts'

/** A colour cast as logarithms of red over green and blue over green in linear light; 0 and 0 is none. */
export interface Cast {
  readonly red: number
  readonly blue: number
}

export interface Balance {
  readonly gains: readonly [red: number, green: number, blue: number]
  readonly confidence: number
}

/** Minkowski mean of the channels over pixels that are neither clipped nor black. */
const minkowski = (values: Float64Array, usable: Uint8Array, power: number): Cast => {
  let red = 0
  let green = 0
  let blue = 0
  for (let i = 0; i < usable.length; i++) {
    if (usable[i] === 0) continue
    red += (values[3 * i] as number) ** power
    green += (values[3 * i + 1] as number) ** power
    blue += (values[3 * i + 2] as number) ** power
  }
  if (green === 0 || red === 0 || blue === 0) return { red: 0, blue: 0 }
  return { red: Math.log(red / green) / power, blue: Math.log(blue / green) / power }
}

export const measureCast = (proxy: Pixels): Cast => {
  const { data, width, height } = proxy
  const count = width * height
  const light = new Float64Array(count * 3)
  const usable = new Uint8Array(count)
  for (let i = 0; i < count; i++) {
    const [r, g, b] = [data[3 * i] as number, data[3 * i + 1] as number, data[3 * i + 2] as number]
    const most = Math.max(r, g, b)
    usable[i] = most < 252 && most > 6 ? 1 : 0
    light[3 * i] = LINEAR[r] as number
    light[3 * i + 1] = LINEAR[g] as number
    light[3 * i + 2] = LINEAR[b] as number
  }
  const bright = minkowski(light, usable, 6)
  return { red: bright.red - 0.08, blue: bright.blue }
}

/** Turns a measured cast into gains, believing small ones less than large ones. */
export const balanceFor = (cast: Cast): Balance => {
  const strength = Math.hypot(cast.red, cast.blue)
  const confidence = smoothstep(0.12, 0.45, strength)
  const red = clamp(cast.red * confidence, -0.7, 0.9)
  const blue = clamp(cast.blue * confidence, -1.5, 0.8)
  const least = Math.min(-red, -blue, 0)
  return { gains: [Math.exp(-red - least), Math.exp(-least), Math.exp(-blue - least)], confidence }
}
