import { flattenAlpha } from '@platelight/imaging/raster/flatten-alpha.ts'
import type { Pixels } from '@platelight/imaging/raster/pixels.ts'
import { ServiceError } from '../../base/service-error.ts'
import type { Warning } from '../../base/warning-codes.ts'
import type { Faithfulness, OutputImage, Work, WorkContext } from '../define-work.ts'
import type { EditStep } from '../instructions/edit-step.ts'
import { isMark } from '../instructions/grammar/join-clauses.ts'
import { imageInput } from '../picture/image-input.ts'
import { openPicture } from '../picture/open-picture.ts'
import { writePicture } from '../picture/write-picture.ts'
import { fitDecoded } from '../platforms/fit-to-platform.ts'
import type { PlatformTerms } from '../platforms/platform-terms.ts'
import { inventedPixels } from '../steps/invented-pixels.ts'
import { runSteps, type SteppedPicture } from '../steps/run-steps.ts'
import type { InstructedDetails } from './chat-edit-operation.ts'
import { type EditParams, edit } from './edit-operation.ts'
import { admitEdit, type EditPlan, type InstructedParams } from './instructed-params.ts'
import { doneStep, inventedSteps, type ReportedStep } from './read-edit.ts'

interface EditedPicture {
  readonly output: OutputImage
  readonly engine: string
  readonly faithfulness: Faithfulness
  readonly warnings: readonly Warning[]
  readonly steps: ReportedStep[]
}

/**
 * Does the steps of an instruction on one file: it is decoded once and written once.
 *
 * @throws ServiceError `subject_not_found`, `area_empty`, `result_too_large`, and errors of opening a picture
 */
export const instructedWork: Work<InstructedParams, InstructedDetails> = async (
  [photo, ...others],
  params,
  context,
) => {
  // The logo follows the photo, and what a provider made comes last.
  const made = params.made && others.at(-1)
  const logo = await openLogo(params, others[0], context)
  const { output, steps, engine, faithfulness, warnings } = await editPicture(
    { photo, made, logo },
    params,
    context,
    'original',
  )
  return {
    ...{ outputs: [output], engine, faithfulness, warnings, recipe: recipeOf(params), details: { steps } },
    ...(areAllSkipped(steps) && { isFree: true }),
  }
}

/** Does the same steps on several files, one after the other. Errors name the file. */
export const editWork: Work<EditParams, InstructedDetails> = async (files, params, context) => {
  const edited: EditedPicture[] = []
  const { image_urls, logo_url, invention, made: by } = params
  const logo = await openLogo(params, files[image_urls.length], context)
  // What a provider made follows the photos and the logo: all results of the first, of the second …
  const each = by ? (invention?.count ?? 1) : 1
  const total = image_urls.length * each
  const begin = image_urls.length + (logo_url === undefined ? 0 : 1)
  for (let index = 0; index < total; index++) {
    const from = Math.floor(index / each)
    const own = { ...context, report: pictureReport(context, index, total) }
    const pictures = { photo: files[from], made: by && files[begin + index], logo }
    edited.push(await named(edit.sourceName?.(params, from), () => editPicture(pictures, params, own, String(index))))
  }
  const steps = joined(edited, params, each)
  const isRetouched = edited.some(({ faithfulness }) => faithfulness === 'retouch')
  const found = edited.find(({ faithfulness }) => faithfulness === 'generative')
  return {
    outputs: edited.map(({ output }) => output),
    engine: [...new Set(edited.flatMap(({ engine }) => engine.split(', ')))].join(', '),
    faithfulness: found ? 'generative' : isRetouched ? 'retouch' : 'faithful',
    warnings: [...edited.flatMap(({ warnings }) => warnings), ...(params.num_outputs > each ? [ONE_EACH] : [])].slice(
      0,
      50,
    ),
    recipe: recipeOf(params),
    details: { steps },
    ...(areAllSkipped(steps) && { isFree: true }),
  }
}

/** Whether there were steps, and all were skipped. */
const areAllSkipped = (steps: readonly ReportedStep[]): boolean =>
  steps.length > 0 && steps.every(({ status }) => status === 'skipped')

/** Reports the steps of one of several pictures as parts of it. */
const pictureReport =
  ({ report }: WorkContext, index: number, files: number): NonNullable<WorkContext['report']> =>
  ({ current, total, status }) =>
    report?.({
      current: index + (total > 0 ? current / total : 0),
      total: files,
      status: files === 1 ? status : `Picture ${index + 1} of ${files}: ${status}`,
    })

/** Opens the logo that a step places. @throws ServiceError naming the field */
async function openLogo(
  { logo_url }: EditPlan,
  file: Uint8Array | undefined,
  { limits }: WorkContext,
): Promise<Pixels | undefined> {
  if (logo_url === undefined) return undefined
  return (await named('logo_url', () => openPicture(file, { limits }))).pixels
}

/** The files of one result. */
interface EditedFiles {
  readonly photo: Uint8Array | undefined
  readonly made: Uint8Array | undefined
  readonly logo: Pixels | undefined
}

async function editPicture(
  { photo, made: invented, logo }: EditedFiles,
  plan: EditPlan,
  context: WorkContext,
  name: string,
): Promise<EditedPicture> {
  const { steps, skipped, subject, format, terms } = plan
  const { pixels, credits } = await openPicture(photo, { limits: context.limits }, (source) => admitEdit(plan, source))
  const base = await inventedPixels(pixels, invented, plan, subject, context)
  // A platform crops the picture, so what is placed on it comes after that.
  const marks = terms ? steps.filter(isMark) : []
  const before = steps.slice(0, steps.length - marks.length)
  const made = await runSteps(base.pixels, before, subject, context, logo)
  const reported = [
    ...inventedSteps(plan.made && plan.invention),
    ...steps.map((step, index): ReportedStep => {
      const reason = made.skipped[index]
      return reason === undefined ? doneStep(step) : { ...doneStep(step), status: 'skipped', reason }
    }),
    ...skipped,
  ]
  const engine = engineOf(base.engine, made.engine, steps.length)
  const warnings = [...base.warnings, ...made.warnings]
  const isInvented = base.engine !== undefined
  if (terms) {
    const read = await imageInput.readFacts(photo ?? new Uint8Array(), context.limits)
    // The photo's own facts say nothing of what a provider added to it, which the platform may forbid.
    const facts = isInvented ? { ...read, sourceType: 'compositeWithTrainedAlgorithmicMedia' } : read
    let marked: SteppedPicture | undefined
    const finish = async (fitted: Pixels) => {
      marked = await runSteps(fitted, marks, undefined, context, logo)
      return marked.pixels
    }
    const own = { format: format ?? terms.export.format, enhance: false, subject: undefined }
    const request = { terms, ...own, ...(marks.length > 0 && { finish }) }
    const { output, outcome } = await fitDecoded({ pixels: made.pixels, credits, facts }, request, context)
    const each = [outcome.faithfulness, made.faithfulness, marked?.faithfulness]
    const fitted = each.includes('retouch') ? 'retouch' : 'faithful'
    const faithfulness = isInvented ? 'generative' : fitted
    return {
      output: { ...output, name },
      engine,
      faithfulness,
      steps: reported,
      warnings: [...warnings, ...outcome.warnings, ...(marked?.warnings ?? []), ...markWarnings(terms, marks)],
    }
  }
  const faithfulness = isInvented ? 'generative' : made.faithfulness
  const flat = format === 'jpeg' ? flattenAlpha(made.pixels) : made.pixels
  const onWhite = flat.channels !== made.pixels.channels && steps.some(({ kind }) => kind === 'cutout')
  return {
    output: await writePicture(flat, { format, credits, faithfulness }, {}, name),
    engine,
    faithfulness,
    steps: reported,
    warnings: [...warnings, ...(onWhite ? [ON_WHITE] : [])],
  }
}

/** Who made an edited picture: the provider, then what did the steps, if there were any. */
const engineOf = (provider: string | undefined, local: string, steps: number): string =>
  [...new Set([...(provider?.split(', ') ?? []), ...(provider && steps === 0 ? [] : local.split(', '))])].join(', ')

const recipeOf = ({ steps, invention, made, format, terms }: EditPlan) => ({
  steps,
  ...(made && { invention, made: made.recipe }),
  format: format ?? null,
  platform: terms?.id ?? null,
})

/** The steps once for all pictures. A step that was skipped for some of them says so. */
function joined(
  edited: readonly EditedPicture[],
  { steps, invention, made }: EditParams,
  each: number,
): ReportedStep[] {
  const [first] = edited
  const begin = made ? (invention?.wishes.length ?? 0) : 0
  return (first?.steps ?? []).map((step, index): ReportedStep => {
    if (index < begin || index >= begin + steps.length) return step
    const skipped = edited.flatMap(({ steps: own }, picture) =>
      own[index]?.status === 'skipped' ? [{ picture, reason: own[index]?.reason }] : [],
    )
    const [one] = skipped
    if (!one) return step
    const { step: text } = step
    if (skipped.length === edited.length) return { step: text, status: 'skipped', reason: one.reason ?? '' }
    return {
      step: `${text} (not picture ${[...new Set(skipped.map(({ picture }) => Math.floor(picture / each) + 1))].join(', ')}: ${one.reason})`.slice(
        0,
        500,
      ),
      status: 'done',
    }
  })
}

async function named<T>(name: string | undefined, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error
    throw new ServiceError(error.code, `${name}: ${error.message}`, error.fields)
  }
}

/** What a platform says of text and logos on photos, where the picture has some now. */
const markWarnings = ({ name, rules: { forbids = [] } }: PlatformTerms, marks: readonly EditStep[]): Warning[] =>
  forbids
    .filter((forbidden) => marks.some(({ kind }) => kind === forbidden))
    .map((forbidden) => ({
      code: 'platform_forbids_marks',
      message: `${name} refuses photos with a ${forbidden} on them. Send it there without.`,
    }))

const ONE_EACH: Warning = {
  code: 'one_output_each',
  message:
    'Exact steps have one result, so each picture was made and charged once. num_outputs counts for picture generators.',
}

const ON_WHITE: Warning = {
  code: 'flattened_on_white',
  message:
    'JPEG has no transparency, so the dish was placed on white. Request png, webp or avif to keep it transparent.',
}
