import { createHash } from 'node:crypto'
import { setLettering } from '@platelight/drawing/lettering/set-lettering.ts'
import { adjustTone } from '@platelight/imaging/edits/adjust-tone.ts'
import { blurPicture } from '@platelight/imaging/edits/blur-picture.ts'
import { plainBackdrop } from '@platelight/imaging/edits/plain-backdrop.ts'
import { meanBrightness, stampBox, stampMargin, stampPicture } from '@platelight/imaging/edits/stamp-picture.ts'
import { cutOut } from '@platelight/imaging/matting/cut-out.ts'
import type { SoftMask } from '@platelight/imaging/raster/masks/soft-mask.ts'
import type { Pixels } from '@platelight/imaging/raster/pixels.ts'
import { resizeTo } from '@platelight/imaging/raster/scaling/resize-to.ts'
import { relightPhoto } from '@platelight/imaging/relight/relight-photo.ts'
import { findRoughDish } from '@platelight/imaging/segmentation/find-rough-dish.ts'
import type { SubjectHint } from '@platelight/imaging/segmentation/subject-hint.ts'
import { developPhoto, planDevelopment } from '@platelight/imaging/tone/develop-photo.ts'
import { findPreset } from '@platelight/imaging/tone/enhance-presets.ts'
import { selectCorrections } from '@platelight/imaging/tone/select-corrections.ts'
import type { StepResult, WorkContext } from '../define-work.ts'
import { fixBlurStep } from '../fix-blur/fix-blur-work.ts'
import { describeStep } from '../instructions/describe-step.ts'
import type { EditStep, MarkScale, MarkStep, PartialStep } from '../instructions/edit-step.ts'
import { assessSubject } from '../picture/subject-warnings.ts'
import { DEFAULT_LAMP } from '../relight/relight-operation.ts'
import { upscaleStep } from '../upscale/upscale-work.ts'
import { letteringFonts } from './lettering-files.ts'
import { createPictureState, type PictureState } from './picture-state.ts'
import { runFrameStep } from './run-frame-step.ts'
import { maskOf, throughLayer } from './through-layer.ts'

/** A picture after its steps. */
export interface SteppedPicture extends Pick<PictureState, 'pixels' | 'faithfulness' | 'warnings'> {
  readonly engine: string
  /** Why a step was not done, by its position; undefined for those that were. */
  readonly skipped: readonly (string | undefined)[]
}

/**
 * Takes decoded pixels through steps in their order. Steps that only decide the file are left to whoever writes it.
 *
 * @param logo what a step `logo` places
 * @throws ServiceError `subject_not_found`, `area_empty`, `result_too_large`
 */
export async function runSteps(
  pixels: Pixels,
  steps: readonly EditStep[],
  hint: SubjectHint | undefined,
  context: WorkContext,
  logo?: Pixels,
): Promise<SteppedPicture> {
  const { report, ...quietly } = context
  const state = createPictureState(pixels, hint, quietly, logo)
  state.engines.add('local')
  const skipped: (string | undefined)[] = []
  // The steps, and writing the picture.
  const total = steps.length + 1
  let before = steps.length > 0 ? fingerprint(state.pixels) : ''
  for (const [index, step] of steps.entries()) {
    report?.({ current: index, total, status: describeStep(step) })
    const reason = await runStep(state, step)
    const after = fingerprint(state.pixels)
    skipped.push(reason ?? (after === before && !isOfFile(step) ? UNCHANGED : undefined))
    before = after
  }
  report?.({ current: steps.length, total, status: 'Writing the result' })
  const { faithfulness, warnings, engines } = state
  return { pixels: state.pixels, faithfulness, warnings, engine: [...engines].join(', '), skipped }
}

/** Steps that only decide the file. */
const isOfFile = ({ kind }: EditStep): boolean => kind === 'format' || kind === 'platform'

const UNCHANGED = 'The picture is like that already, so nothing changed.'

/** Equal for equal pixels. Steps may change pixels in place, and a copy to compare them with would take too much memory. */
const fingerprint = ({ data, width, height, channels }: Pixels): string =>
  `${width} ${height} ${channels} ${createHash('sha1').update(data).digest('base64')}`

/** @returns why the step was not done */
async function runStep(state: PictureState, step: EditStep): Promise<string | undefined> {
  switch (step.kind) {
    case 'crop':
    case 'closer':
    case 'straighten':
    case 'rotate':
    case 'flip':
    case 'size':
      return runFrameStep(state, step)
    case 'cutout':
      state.pixels = await cutOut(state.pixels, await state.clearSubject())
      state.faithfulness = 'retouch'
      return undefined
    case 'backdrop':
      state.pixels = await plainBackdrop(state.pixels, await state.clearSubject(), step.colours)
      state.faithfulness = 'retouch'
      return undefined
    case 'deblur':
      return takeResult(state, await fixBlurStep(state.pixels, undefined, state.context))
    case 'upscale': {
      const larger = await upscaleStep(state.pixels, { scale: step.scale }, state.context)
      state.replace(larger.pixels)
      return takeResult(state, larger)
    }
    case 'text':
    case 'logo':
      await runMarkStep(state, step)
      return undefined
    case 'format':
    case 'platform':
      return undefined
    default:
      await runPartialStep(state, step)
      return undefined
  }
}

function takeResult(state: PictureState, { pixels, engine, warnings }: StepResult): undefined {
  state.pixels = pixels
  state.engines.add(engine)
  state.warnings.push(...warnings)
}

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
async function runMarkStep(state: PictureState, step: MarkStep): Promise<void> {
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

/** The preset of “make it look better”. */
const PRESET = 'balanced'

/** Does one step that keeps every pixel in its place. */
async function runPartialStep(state: PictureState, step: PartialStep): Promise<void> {
  const mask = await maskOf(state, step, step.kind === 'blur' ? 'none' : 'soft')
  await throughLayer(state, mask, (pixels) => change(state, step, pixels, mask))
}

async function change(
  state: PictureState,
  step: PartialStep,
  pixels: Pixels,
  mask: SoftMask | undefined,
): Promise<Pixels> {
  switch (step.kind) {
    case 'blur':
      state.faithfulness = 'retouch'
      return blurPicture(pixels, step.amount, mask)
    case 'improve':
      return develop(state, pixels, false)
    case 'neutral':
      return develop(state, pixels, true)
    case 'relight':
      return relight(state, pixels, step.direction)
    default:
      await adjustTone(pixels, { [step.kind]: step.amount })
      return pixels
  }
}

async function develop({ context }: PictureState, pixels: Pixels, isColourOnly: boolean): Promise<Pixels> {
  const preset = findPreset(PRESET)
  if (!preset) throw new Error(`there is no preset ${PRESET}`)
  const { recipe, analysisCopy } = await planDevelopment(pixels, preset, {
    subject: (copy) => findRoughDish(copy, context.networks),
  })
  developPhoto(pixels, analysisCopy, isColourOnly ? selectCorrections(recipe, new Set(['color'])) : recipe)
  return pixels
}

async function relight(
  state: PictureState,
  pixels: Pixels,
  direction: Extract<PartialStep, { kind: 'relight' }>['direction'],
): Promise<Pixels> {
  const subject = await state.subject()
  const { usable } = assessSubject(subject)
  state.engines.add(subject.engine)
  state.faithfulness = 'retouch'
  state.warnings.push(...(await relightPhoto(pixels, usable ? subject : undefined, { ...DEFAULT_LAMP, direction })))
  return pixels
}
