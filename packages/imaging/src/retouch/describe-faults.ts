import type { PhotoFaults } from './photo-faults.ts'

/** What was found in a photo and what was done about it, in sentences for people. They are part of the reply. */
export interface FaultReport {
  readonly found: string[]
  readonly done: string[]
}

const byStops = (stops: number): string => {
  const halves = Math.max(1, Math.round(2 * Math.abs(stops)))
  return halves === 1 ? 'half a stop' : halves === 2 ? 'one stop' : `${halves / 2} stops`
}

/** Says how much too dark or too bright a photo is. */
const exposureSentence = (stops: number, what: string): string =>
  Math.abs(stops) < 0.4 ? `It is a little too ${what}.` : `It is too ${what}, by about ${byStops(stops)}.`

const movedBy = (stops: number): string => (Math.abs(stops) < 0.4 ? 'a little' : `by about ${byStops(stops)}`)

const CAST = {
  warm: [
    'warm light',
    'The warm light was taken out of the colours as far as nothing turns plainly blue or green; the food stays warm.',
  ],
  cool: ['cold, bluish light', 'The bluish light was taken out of the colours.'],
  green: ['a green cast', 'The green cast was taken out of the colours.'],
  magenta: ['a magenta cast', 'The magenta cast was taken out of the colours.'],
} as const

/** What stands around the dish, and whether the photo is level. */
export interface Setting {
  /** Degrees by which the photo falls to the right; undefined if it is level, or not certain. */
  readonly tilt: number | undefined
  readonly straightened: boolean
  /** What stands around: `a bottle`, `cups`. */
  readonly clutter: readonly string[]
}

const describeExposure = (stops: number): FaultReport => {
  if (stops === 0) return { found: [], done: [] }
  if (stops < 0) return { found: [exposureSentence(stops, 'bright')], done: [`Darkened ${movedBy(stops)}.`] }
  return {
    found: [exposureSentence(stops, 'dark')],
    done: [`Brightened ${movedBy(stops)}, as far as what is pale keeps its detail.`],
  }
}

const describeCast = ({ cast, castIsStrong }: Pick<PhotoFaults, 'cast' | 'castIsStrong'>): FaultReport => {
  if (!cast) return { found: [], done: [] }
  const [light, correction] = CAST[cast]
  const found = `Its colours show ${castIsStrong ? '' : 'a touch of '}${light}.`.replace('a touch of a', 'a slight')
  return { found: [found], done: [correction] }
}

/** Says in what light a photo was taken, if that is wrong: how much too dark it is, and its cast. */
export const describeLight = ({ stops, ...colour }: Pick<PhotoFaults, 'stops' | 'cast' | 'castIsStrong'>): string[] => [
  ...describeExposure(stops).found,
  ...describeCast(colour).found,
]

/** Describes each fault and its correction. */
export const describeFaults = (findings: PhotoFaults): FaultReport => {
  const { stops, dim, shaded, greyWare, bluishWare, bluish } = findings
  const { hazy, flat, noisy, soft, blown, glare, small } = findings
  const { found, done } = describeExposure(stops)
  if (dim) {
    found.push('The dish is rather dark.')
    done.push('The dish was brightened as far as its bright parts allow.')
  }
  if (shaded) {
    found.push('The dish lies in the shade: what is around it is much brighter.')
    done.push('The dish was brightened as far as its bright parts allow.')
  }
  if (greyWare) {
    found.push('Its white ware looks grey.')
    done.push('White ware was made white; the food keeps its tones.')
  }
  if (bluishWare) {
    found.push('Its white ware is bluish in places, as beside a window.')
    done.push('The blue was taken out of what is nearly white.')
  }
  const colour = describeCast(findings)
  found.push(...colour.found)
  done.push(...colour.done)
  if (bluish) {
    found.push('Its pale parts are bluish. It is not certain whether the light or the ware is blue, so they were left.')
  }
  if (flat) {
    found.push('It looks flat: its darkest parts are grey.')
    done.push('Its darkest parts were made darker.')
  }
  if (hazy) {
    found.push('A grey veil lies over it: nothing is really dark.')
    done.push('The veil was taken off: black is black again.')
  }
  if (noisy) {
    found.push('It has the coloured noise of a photo taken in the dark.')
    done.push('Noise was taken out where there is no texture to lose.')
  }
  if (soft === 'slightly') {
    found.push('It is a little soft.')
    done.push('Fine detail was sharpened.')
  }
  if (soft === 'badly') found.push('It is blurred; fix-blur may bring some of it back.')
  if (blown > 0) found.push(`${blown} % of it is white without detail, which nothing brings back.`)
  if (glare) found.push('A part of the dish is white without detail, which nothing brings back.')
  if (small) found.push('It is small: for print or a banner, take a larger photo or upscale it.')
  return { found, done }
}

/** Describes what is wrong around the dish. Nothing there is removed without being asked. */
export const describeSetting = ({ tilt, straightened, clutter }: Setting): FaultReport => {
  const found: string[] = []
  const done: string[] = []
  if (tilt !== undefined) {
    const degrees = Math.max(1, Math.round(Math.abs(tilt)))
    const left = straightened ? '' : ' It was not turned level, because that would cut the dish.'
    found.push(`It is tilted by about ${degrees} degree${degrees === 1 ? '' : 's'}.${left}`)
    if (straightened) done.push('It was turned level, and cropped a little for it.')
  }
  if (clutter.length > 0) {
    found.push(`Around the dish there is ${listed(clutter)}. A tighter frame or inpaint takes it out of the picture.`)
  }
  return { found, done }
}

const listed = (names: readonly string[]): string =>
  names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`
