import { setLettering } from '@platelight/drawing/lettering/set-lettering.ts'
import { meanBrightness, stampBox, stampMargin, stampPicture } from '@platelight/imaging/edits/stamp-picture.ts'
import type { Pixels } from '@platelight/imaging/raster/pixels.ts'
import { resizeTo } from '@platelight/imaging/raster/scaling/resize-to.ts'
import type { MarkScale, MarkStep } from '../instructions/edit-step.ts'
import { letteringFonts } from './lettering-files.ts'
import type { PictureState } from './picture-state.ts'
import { maskOf, throughLayer } from './through-layer.ts'

/** Font sizes as shares of the short side of the picture. */
const FONT_SIZE: Readonly<Record<MarkScale, number>> = { small: 0.04, medium: 0.065, large: 0.11 }
/** Longest sides of logos as shares of the short side. */
const LOGO_WIDTH: Readonly<Record<MarkScale, number>> = { small: 0.14, medium: 0.22, large: 0.36 }
/** Heights of logos, as shares of their widths. A tall logo would look twice as large as a wide one otherwise. */
const LOGO_HEIGHT = 0.7
/** Share of the height that a text may take. */
const TEXT_HEIGHT = 0.8

const WHITE = '#ffffff'
const DARK = '#1c1612'
/** Letters are dark on a brighter picture. White ones with a shadow are readable on the middle tones. */
const BRIGHT = 0.66

/**
 * Writes a text or places a logo. Parts of the picture that must not change lie in front of it.
 *
 * @throws ServiceError `subject_not_found`, where a part must not change
 */
export async function runMarkStep(state: PictureState, step: MarkStep): Promise<void> {
  const mask = await maskOf(state, step, 'none')
  await throughLayer(state, mask, async (pixels) => {
    if (step.kind === 'text') writeText(pixels, step)
    else await placeLogo(pixels, step, state.logo)
    return pixels
  })
  state.faithfulness = 'retouch'
}

function writeText(pixels: Pixels, { text, place, scale, colour }: Extract<MarkStep, { kind: 'text' }>): void {
  const margin = stampMargin(pixels)
  const lettering = setLettering(text, {
    size: FONT_SIZE[scale] * Math.min(pixels.width, pixels.height),
    maxWidth: Math.max(1, pixels.width - 2 * margin),
    maxHeight: Math.max(1, TEXT_HEIGHT * pixels.height),
    align: place.endsWith('left') ? 'left' : place.endsWith('right') ? 'right' : 'center',
    fonts: letteringFonts(),
  })
  const box = stampBox(pixels, lettering, place)
  const letters = colour ?? (meanBrightness(pixels, box) > BRIGHT ? DARK : WHITE)
  const drawn = lettering.draw({ letters, shadow: shadowOf(letters) })
  stampPicture(pixels, { ...drawn, channels: 4 }, { left: box.left - drawn.margin, top: box.top - drawn.margin })
}

/** A light glow behind dark letters, a dark one behind light letters. */
function shadowOf(letters: string): string {
  const [red = 0, green = 0, blue = 0] = letters.match(/[0-9a-f]{2}/gi)?.map((code) => Number.parseInt(code, 16)) ?? []
  return (red + 2 * green + blue) / 4 > 110 ? 'rgba(10, 7, 4, 0.7)' : 'rgba(255, 255, 255, 0.55)'
}

async function placeLogo(pixels: Pixels, { place, scale }: MarkStep, logo: Pixels | undefined): Promise<void> {
  if (!logo) throw new Error('a logo was not opened')
  const width = LOGO_WIDTH[scale] * Math.min(pixels.width, pixels.height)
  const by = Math.min(width / logo.width, (LOGO_HEIGHT * width) / logo.height)
  const size = { width: Math.max(1, Math.round(logo.width * by)), height: Math.max(1, Math.round(logo.height * by)) }
  stampPicture(pixels, await resizeTo(logo, size), stampBox(pixels, size, place))
}
