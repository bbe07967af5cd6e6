import { largestShare } from '../raster/largest-share.ts'
import type { Pixels } from '../raster/pixels.ts'
import { type Cielab, cielabOf } from './cielab.ts'
import { encodeLight, LINEAR } from './linear-light.ts'
import { type Cast, luminanceGain, whiteBalanceGains } from './white-balance.ts'

/** The part of a cast that matters here. */
type Light = Pick<Cast, 'red' | 'blue'>

/** Every how many pixels of the analysis copy one is looked at. */
const EVERY = 13
/** What is darker (CIE lightness) shows noise rather than colour. */
const SEEN = 8
/**
 * Where a part still counts as neutral in CIELAB, and from where it is plainly blue. In the light of a lamp blue things look grey
 * too, and only become what they are; few become so blue. What was blue before, as a napkin, may become bluer.
 */
const BLUE = { neutral: -3, from: -20 }
/** Bright yellow food in CIELAB, as pastry and egg are, where it looks like lemons, and by how much it must have moved there. */
const LEMON = { lightness: 65, yellow: 30, from: -2, moved: 2 }
/** Share of the picture that a correction may turn so. Reflections and specks stay below. */
const ALLOWED = { blue: 0.012, lemon: 0.02 }

const turnsBlue = (before: Cielab, after: Cielab): boolean => before.b > BLUE.neutral && after.b < BLUE.from

const turnsLemon = (before: Cielab, after: Cielab): boolean =>
  after.lightness > LEMON.lightness &&
  after.b > LEMON.yellow &&
  after.a < LEMON.from &&
  before.a - after.a > LEMON.moved

/**
 * The part of a warm cast that can be taken out without harm. Where two lights meet, such as a lamp and a window, the cast of one
 * part is not that of the other, and a red sauce may be taken for the light: then grey parts of the picture turn blue, or yellow
 * food turns lemon-green. Neither happens where the light of all of it becomes neutral.
 *
 * @param analysisCopy RGB, as it came
 */
export const limitCast = (cast: Light, analysisCopy: Pixels): Light => {
  if (cast.blue >= cast.red) return cast
  const before: Cielab[] = []
  const at: number[] = []
  const { data } = analysisCopy
  for (let i = 0; i < data.length; i += 3 * EVERY) {
    const seen = cielabOf(data[i], data[i + 1], data[i + 2])
    if (seen.lightness < SEEN) continue
    before.push(seen)
    at.push(i)
  }
  const all = data.length / (3 * EVERY)
  const part = (share: number): Light => ({ red: share * cast.red, blue: share * cast.blue })
  const isHarmless = (share: number): boolean => {
    const gains = whiteBalanceGains(part(share))
    const brighter = luminanceGain(gains)
    const [red, green, blue] = gains.map((gain) => balancedCodes(gain / brighter))
    let [turnedBlue, turnedLemon] = [0, 0]
    for (let n = 0; n < at.length; n++) {
      const i = at[n]
      const after = cielabOf(red[data[i]], green[data[i + 1]], blue[data[i + 2]])
      if (turnsBlue(before[n], after)) turnedBlue++
      if (turnsLemon(before[n], after)) turnedLemon++
    }
    return turnedBlue <= ALLOWED.blue * all && turnedLemon <= ALLOWED.lemon * all
  }
  return part(largestShare(isHarmless))
}

/** Code → code with a gain in linear light. */
const balancedCodes = (gain: number): Uint8Array =>
  Uint8Array.from(LINEAR, (light) => Math.round(255 * encodeLight(Math.min(1, light * gain))))
