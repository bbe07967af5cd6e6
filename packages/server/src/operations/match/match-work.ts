import { flattenAlpha } from '@platelight/imaging/raster/flatten-alpha.ts'
import type { Pixels } from '@platelight/imaging/raster/pixels.ts'
import { makeAnalysisCopy } from '@platelight/imaging/raster/scaling/analysis-copy.ts'
import { matchTraits } from '@platelight/imaging/retouch/consistency/match-traits.ts'
import {
  measureTraits,
  medianTraits,
  type PhotoTraits,
  traitSimilarity,
} from '@platelight/imaging/retouch/consistency/photo-traits.ts'
import { traitsByWare } from '@platelight/imaging/retouch/consistency/recipe-by-ware.ts'
import { findSubject, type Subject } from '@platelight/imaging/segmentation/find-subject.ts'
import { ServiceError } from '../../base/service-error.ts'
import type { OutputImage, Work, WorkContext } from '../define-work.ts'
import { type OpenPicture, openPicture } from '../picture/open-picture.ts'
import { assessSubject } from '../picture/subject-warnings.ts'
import { writePicture } from '../picture/write-picture.ts'
import { KEPT_PIXELS, type MatchDetails, type MatchParams, match } from './match-operation.ts'

interface MeasuredPhoto {
  readonly own: PhotoTraits
  readonly subject: Subject | undefined
  readonly engine: string
}

interface OpenMeasuredPhoto extends MeasuredPhoto, OpenPicture {
  readonly analysisCopy: Pixels
}

/** Opens one photo of several and measures it. Errors name the photo. */
async function openAndMeasure(
  bytes: Uint8Array | undefined,
  name: string | undefined,
  { limits, networks }: WorkContext,
): Promise<OpenMeasuredPhoto> {
  try {
    const open = await openPicture(bytes, { limits })
    const subject = await findSubject(open.pixels, networks)
    const { usable } = assessSubject(subject)
    const analysisCopy = await makeAnalysisCopy(open.pixels)
    const used = usable ? subject : undefined
    return {
      ...open,
      analysisCopy,
      subject: used,
      own: await measureTraits(analysisCopy, used),
      engine: subject.engine,
    }
  } catch (error) {
    if (error instanceof ServiceError) throw new ServiceError(error.code, `${name}: ${error.message}`, error.fields)
    throw error
  }
}

const meanOf = (values: readonly number[]): number =>
  Math.round(values.reduce((sum, value) => sum + value, 0) / values.length)

/**
 * Moves several photos towards a common look. With a reference, each photo is opened once. Without one, all are measured
 * first. Photos that fit into memory stay open meanwhile, and the others are opened again when the median is known.
 *
 * @throws ServiceError `unsupported_image`, `image_unreadable`, `image_too_large`, naming the photo
 */
export const matchWork: Work<MatchParams, MatchDetails> = async (files, params, context) => {
  const { format, image_urls, reference_url } = params
  const photos = files.slice(0, image_urls.length)
  match.admit?.(params, [])
  const nameOf = (index: number) => match.sourceName?.(params, index)
  const seen: MeasuredPhoto[] = []
  const open = new Map<number, OpenPicture>()
  let kept = 0
  let target: PhotoTraits
  if (reference_url === undefined) {
    for (const [index, photo] of photos.entries()) {
      const status = `Measuring photo ${index + 1} of ${photos.length}`
      context.report?.({ current: index, total: 2 * photos.length, status })
      const { own, subject, engine, analysisCopy: _, ...picture } = await openAndMeasure(photo, nameOf(index), context)
      seen.push({ own, subject, engine })
      const size = picture.pixels.width * picture.pixels.height
      if (kept + size > KEPT_PIXELS) continue
      kept += size
      open.set(index, picture)
    }
    target = medianTraits(seen.map(({ own }) => traitsByWare(own)))
  } else {
    target = (await openAndMeasure(files[image_urls.length], nameOf(image_urls.length), context)).own
  }

  const images: OutputImage[] = []
  const matched: MatchDetails['pictures'][number][] = []
  const recipes: unknown[] = []
  const engines = new Set<string>()
  let isRetouched = false
  for (const [index, photo] of photos.entries()) {
    const status = `Matching photo ${index + 1} of ${photos.length}`
    context.report?.({ current: photos.length + index, total: 2 * photos.length, status })
    const known = seen[index]
    const { own, subject, engine, ...picture } = known
      ? { ...known, ...(open.get(index) ?? (await openPicture(photo, { limits: context.limits }))) }
      : await openAndMeasure(photo, nameOf(index), context)
    open.delete(index)
    const pixels = format === 'jpeg' ? flattenAlpha(picture.pixels) : picture.pixels
    const { recipe, crop, unlike, backgroundChanged, after } = await matchTraits(target, {
      pixels,
      own,
      subject,
      analysisCopy: await makeAnalysisCopy(pixels),
    })
    const faithfulness = backgroundChanged ? 'retouch' : 'faithful'
    const { credits } = picture
    images.push(await writePicture(pixels, { format, credits, faithfulness, ...(crop && { crop }) }, {}, String(index)))
    const { score, isOutlier, reasons } = traitSimilarity(after, target)
    const score_before = traitSimilarity(own, target).score
    const outlier = isOutlier || unlike.length > 0
    matched.push({ index, score_before, score, outlier, reasons: [...reasons, ...unlike] })
    recipes.push({ own, after, crop, exposure: recipe.exposure, balance: recipe.balance })
    engines.add(engine)
    isRetouched ||= backgroundChanged
  }
  return {
    outputs: images,
    engine: [...engines].join(', '),
    faithfulness: isRetouched ? 'retouch' : 'faithful',
    warnings: [],
    recipe: { target, photos: recipes },
    details: {
      reference: reference_url === undefined ? 'middle' : 'picture',
      score_before: meanOf(matched.map((one) => one.score_before)),
      score: meanOf(matched.map((one) => one.score)),
      outliers: matched.filter(({ outlier }) => outlier).map(({ index }) => index),
      pictures: matched,
    },
  }
}
