import { encodeWithinSize } from '@platelight/imaging/codec/encode/encode-image.ts'
import type { FileFacts } from '@platelight/imaging/codec/file/file-facts.ts'
import { extensionOf, mimeOf, type OutputFormat } from '@platelight/imaging/codec/file/image-formats.ts'
import type { SourceType } from '@platelight/imaging/codec/metadata/digital-source-type.ts'
import { type FittedPixels, fitPixels, type Retouch } from '@platelight/imaging/framing/fit/fit-pixels.ts'
import type { Networks } from '@platelight/imaging/network-port.ts'
import { flattenAlpha } from '@platelight/imaging/raster/flatten-alpha.ts'
import type { Pixels } from '@platelight/imaging/raster/pixels.ts'
import { findRoughDish } from '@platelight/imaging/segmentation/find-rough-dish.ts'
import type { SubjectHint } from '@platelight/imaging/segmentation/subject-hint.ts'
import { developPhoto, planDevelopment } from '@platelight/imaging/tone/develop-photo.ts'
import { findPreset } from '@platelight/imaging/tone/enhance-presets.ts'
import { measureQuality } from '@platelight/imaging/tone/measure-quality.ts'
import type { Recipe } from '@platelight/imaging/tone/tone-recipe.ts'
import { ServiceError } from '../../base/service-error.ts'
import type { Warning } from '../../base/warning-codes.ts'
import type { Outcome, OutputImage, WorkContext, WorkResult } from '../define-work.ts'
import type { ExportPlatformDetails } from '../export-platform/export-platform-operation.ts'
import { fitWarnings } from '../picture/fit-warnings.ts'
import { imageInput } from '../picture/image-input.ts'
import { type OpenPicture, openPicture } from '../picture/open-picture.ts'
import { beginStage } from '../picture/progress-stages.ts'
import { withoutBars } from '../picture/without-bars.ts'
import { SOURCE_TYPE } from '../picture/write-picture.ts'
import type { PlatformTerms } from './platform-terms.ts'
import { isGenerated, verdict } from './platform-verdict.ts'
import { refuseGenerated } from './refuse-generated.ts'

/** The corrections of light and colour, when they are requested. */
const PRESET = 'delivery-optimized'

interface FitRequest {
  readonly terms: PlatformTerms
  readonly format: OutputFormat
  readonly enhance: boolean
  readonly subject: SubjectHint | undefined
  /** Changes the fitted picture before it is written. */
  readonly finish?: (fitted: Pixels) => Promise<Pixels>
}

/**
 * Fits one file to the rules of a platform and compares it with them, before and after.
 *
 * @throws ServiceError `platform_forbids_generated`, `subject_not_found`, and errors of opening a picture
 */
export async function fitToPlatform(
  photo: Uint8Array | undefined,
  request: FitRequest,
  context: WorkContext,
): Promise<WorkResult & { readonly details: ExportPlatformDetails }> {
  const { limits } = context
  const { terms, format } = request
  const { pixels, credits } = await openPicture(photo, context)
  if (isInvisible(pixels)) throw nothingToSee(terms)
  const facts = await imageInput.readFacts(photo as Uint8Array, limits)
  if (isGenerated(facts)) refuseGenerated(terms, SAYS_GENERATED)
  const before = verdict({ ...facts, ...(await measureQuality(pixels)) }, terms)
  const { output, quality, ...fitted } = await fitDecoded({ pixels, credits, facts }, request, context)
  const { outcome, after } = fitted
  return {
    ...outcome,
    outputs: [output],
    details: { platform: terms.id, before, after, format, bytes: output.bytes.length, ...(quality && { quality }) },
  }
}

/** A decoded picture with what is known of the file that it came from. */
interface DecodedPicture {
  readonly pixels: Pixels
  readonly credits: OpenPicture['credits']
  readonly facts: FileFacts
}

/**
 * The same for a picture that is already decoded, and maybe changed. It is not compared as it was.
 *
 * @throws ServiceError `platform_forbids_generated`
 */
export async function fitDecoded(
  { pixels: decoded, credits, facts }: DecodedPicture,
  request: FitRequest,
  context: WorkContext,
) {
  const { networks } = context
  const { terms, format } = request
  const generated = isGenerated(facts)
  if (generated) refuseGenerated(terms, SAYS_GENERATED)
  const { size, min_size: least = size, safe_area: safeArea, max_bytes: maxBytes } = terms.export
  let look: Recipe | undefined
  const retouch: Retouch = async (pixels) => {
    if (request.enhance) look = await enhanced(pixels, networks)
  }
  const { pixels, subject, warnings } = await withoutBars(
    format === 'jpeg' ? flattenAlpha(decoded) : decoded,
    request.subject,
  )
  const fit = await fitPixels(pixels, { size, least, safeArea }, networks, retouch, subject)
  const faithfulness = generated ? 'generative' : fit.extended ? 'retouch' : 'faithful'
  // A generated picture stays marked as generated, whatever is done to it here.
  const source = generated ? (facts.sourceType as SourceType) : SOURCE_TYPE[faithfulness]
  beginStage(context, 'Writing the result')
  const finished = (await request.finish?.(fit.pixels)) ?? fit.pixels
  const { quality, ...file } = await encodeWithinSize(finished, { format, credits, source }, { maxBytes, least })
  const after = verdict({ ...(await imageInput.readFacts(file.bytes)), ...(await measureQuality(finished)) }, terms)

  const output: OutputImage = { name: 'original', ...file, mime: mimeOf(format), extension: extensionOf(format) }
  const outcome: Outcome = {
    engine: 'local',
    faithfulness,
    warnings: [
      ...warnings,
      ...warningsOf(fit, terms, { heavy: after.problems.some(({ rule }) => rule === 'weight'), quality }),
    ],
    recipe: {
      platform: terms.id,
      frame: fit.frame,
      placedBy: fit.placedBy ?? null,
      extended: fit.extended,
      quality: quality ?? null,
      look: look ?? null,
    },
  }
  return { output, outcome, after, quality }
}

async function enhanced(pixels: Parameters<Retouch>[0], networks: Networks): Promise<Recipe> {
  const preset = findPreset(PRESET)
  if (!preset) throw new Error(`there is no preset ${PRESET}`)
  const { recipe, analysisCopy } = await planDevelopment(pixels, preset, {
    subject: (copy) => findRoughDish(copy, networks),
  })
  developPhoto(pixels, analysisCopy, recipe)
  return recipe
}

function warningsOf(
  fit: FittedPixels,
  { name, export: { safe_area } }: PlatformTerms,
  end: { heavy: boolean; quality: number | undefined },
): Warning[] {
  const warnings = fitWarnings(fit, `crop for ${name}`)
  const warn = (code: Warning['code'], message: string) => void warnings.push({ code, message })
  if (fit.dishInside && safe_area && !fit.dishSafe) {
    warn(
      'dish_outside_middle',
      `${name} also shows a square from the middle of the picture, which would cut into the dish.`,
    )
  }
  if (end.heavy) warn('file_size_exceeded', `Even at the lowest quality this file is larger than ${name} accepts.`)
  else if (end.quality !== undefined && end.quality < 70) {
    warn('low_quality', `The file size that ${name} accepts allows only a quality of ${end.quality} of 100.`)
  }
  return warnings
}

/** Whether every pixel is fully transparent. For a photo the first pixel already shows that it is not. */
function isInvisible({ data, channels }: Pixels): boolean {
  if (channels === 3) return false
  for (let at = 3; at < data.length; at += 4) if (data[at] !== 0) return false
  return true
}

const SAYS_GENERATED = 'The file says that a model made it'

const nothingToSee = ({ name }: PlatformTerms) =>
  new ServiceError(
    'subject_not_found',
    `The picture is completely transparent, so ${name} would show nothing. Send the original photo.`,
  )
