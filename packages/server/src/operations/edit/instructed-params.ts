import type { OutputFormat } from '@platelight/imaging/codec/file/image-formats.ts'
import type { SubjectHint } from '@platelight/imaging/segmentation/subject-hint.ts'
import type { Operation } from '../define-operation.ts'
import { type Duration, megapixelsOf, secondsOfFirst } from '../expected-durations.ts'
import { describeStep } from '../instructions/describe-step.ts'
import type { EditStep } from '../instructions/edit-step.ts'
import { refuseLargeResult } from '../picture/refuse-large-result.ts'
import type { SourceImage } from '../picture-size.ts'
import { exportFormat } from '../platforms/export-format.ts'
import type { Platforms } from '../platforms/platform-registry.ts'
import { type PlatformTerms, termsOf } from '../platforms/platform-terms.ts'
import { refuseGenerated } from '../platforms/refuse-generated.ts'
import { sizeOf } from '../steps/run-frame-step.ts'
import { type InventedPart, PROVIDER_SECONDS } from '../synthesis/invention.ts'
import { upscaleSeconds } from '../upscale/upscale-duration.ts'
import type { ReadEdit, ReportedStep } from './read-edit.ts'

/** What is done to each picture of an edit, and how it is written. */
export interface EditPlan extends InventedPart {
  readonly steps: readonly EditStep[]
  /** Parts of the instruction that are not done. */
  readonly skipped: readonly ReportedStep[]
  readonly subject?: SubjectHint
  /** A picture that a step places on the result. */
  readonly logo_url?: string
  readonly format?: OutputFormat
  /** The rules of the platform at the time of acceptance. */
  readonly terms?: PlatformTerms
}

/** The parameters of an edit of one picture. */
export interface InstructedParams extends EditPlan {
  readonly image_url: string
  readonly instruction: string
}

/**
 * The steps with the file format and the platform that they name. A format in the request counts if the instruction names none.
 * A platform decides the shape of its pictures. To crop to another shape before would only cost the room around the dish.
 *
 * @throws ServiceError `platform_forbids_generated`, before a model is paid for what the platform refuses
 */
export function planEdit(
  { steps, skipped, wish }: ReadEdit,
  asked: OutputFormat | undefined,
  platforms: Platforms,
): Pick<EditPlan, 'steps' | 'skipped' | 'format' | 'terms'> {
  const named = steps.find((step) => step.kind === 'format')?.format ?? asked
  const platform = steps.find((step) => step.kind === 'platform')?.platform
  if (platform === undefined) return { steps, skipped, ...(named && { format: named }) }
  const row = platforms.find(platform)
  const terms = termsOf(row)
  if (wish) refuseGenerated(terms, `“${wish.wishes.join('; ').slice(0, 300)}” needs an image model`)
  const replaced = steps.filter((step) => isOtherShape(step, terms))
  const reason = shapeReason(terms)
  return {
    steps: steps.filter((step) => !replaced.includes(step)),
    skipped: [
      ...replaced.map((step): ReportedStep => ({ step: describeStep(step), status: 'skipped', reason })),
      ...skipped,
    ],
    format: exportFormat(row, named),
    terms,
  }
}

/** The largest difference of two aspect ratios that counts as the same shape. */
const SAME_SHAPE = 0.02

function isOtherShape(step: EditStep, { export: { size } }: PlatformTerms): boolean {
  const asked =
    step.kind === 'crop'
      ? step.aspect
      : step.kind === 'size' && step.width !== undefined && step.height !== undefined
        ? ([step.width, step.height] as const)
        : undefined
  return asked !== undefined && Math.abs(asked[0] / asked[1] - size.width / size.height) > SAME_SHAPE
}

const shapeReason = ({ name, rules: { aspects }, export: { size } }: PlatformTerms): string =>
  `${name} takes the shape ${aspects?.[0] ?? `${size.width}:${size.height}`}, so the picture was cropped to that. For another shape, leave the platform out.`

/** Refuses a picture whose result would be too large. */
export function admitEdit({ steps, format }: EditPlan, source: SourceImage | undefined): void {
  if (!source) return
  let result = source
  for (const step of steps) {
    if (step.kind === 'upscale')
      result = { ...result, width: result.width * step.scale, height: result.height * step.scale }
    if (step.kind === 'size') result = { ...result, ...sizeOf(step, result) }
    if (step.kind === 'cutout') result = { ...result, hasAlpha: true }
  }
  refuseLargeResult(result, format, { begins: 'The result', waysOut: ['ask for fewer pixels'] })
}

/** How many times larger than its source a result may be. A size in pixels is held to twice. */
export const enlargementOf = ({ steps }: EditPlan): number =>
  Math.max(1, ...steps.map((step) => (step.kind === 'upscale' ? step.scale : step.kind === 'size' ? 2 : 1)))

const LIGHT: Duration = { fixed: 0.3, perMegapixel: 0.15 }
const WITH_DISH: Duration = { fixed: 1, perMegapixel: 0.3, cutout: 8 }
/** Seconds for each megapixel that taking blur away adds. */
const DEBLUR = 2

const needsDish = (step: EditStep): boolean =>
  ['cutout', 'backdrop', 'relight', 'straighten', 'closer', 'crop', 'platform'].includes(step.kind) ||
  ('within' in step && step.within !== undefined) ||
  ('except' in step && step.except !== undefined)

/** Seconds that the steps take on one picture. */
export const editSeconds: Operation<'chat-edit', EditPlan>['expectedSeconds'] = (
  { steps, invention },
  sizes,
  machine,
) => {
  const [photo] = sizes
  if (!photo) return 0
  const base = secondsOfFirst(steps.some(needsDish) ? WITH_DISH : LIGHT)(undefined, sizes, machine)
  return steps.reduce(
    (sum, step) =>
      sum +
      (step.kind === 'upscale' ? upscaleSeconds(step.scale, photo, machine) : 0) +
      (step.kind === 'deblur' ? DEBLUR * megapixelsOf(photo) : 0) +
      0.05 * megapixelsOf(photo),
    base + (invention ? PROVIDER_SECONDS : 0),
  )
}
