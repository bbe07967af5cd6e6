import type { Credits } from '@platelight/imaging/codec/metadata/exif-reader.ts'
import { type Composition, composeDishes } from '@platelight/imaging/composition/compose-dishes.ts'
import { type PreparedDish, prepareDish } from '@platelight/imaging/composition/prepare-dish.ts'
import { findSubject } from '@platelight/imaging/segmentation/find-subject.ts'
import { ServiceError } from '../../base/service-error.ts'
import type { Warning } from '../../base/warning-codes.ts'
import type { OutputImage, Work, WorkContext } from '../define-work.ts'
import { HERO_ASPECTS } from '../hero-shot/hero-shot-operation.ts'
import { openPicture } from '../picture/open-picture.ts'
import { subjectRecord } from '../picture/subject-record.ts'
import { assessSubject } from '../picture/subject-warnings.ts'
import { writePicture } from '../picture/write-picture.ts'
import { runSteps } from '../steps/run-steps.ts'
import { openMadePicture } from '../synthesis/made-picture.ts'
import { inventedCompositionSize } from './compose-brief.ts'
import { type ComposeDetails, type ComposeParams, compose } from './compose-operation.ts'

/** The dish of one picture, with what the reply and the recipe say about it. */
interface ReadDish {
  readonly dish: PreparedDish
  readonly credits: Credits
  readonly engine: string
  readonly subject: unknown
  readonly warnings: readonly Warning[]
}

/** Warnings in a reply. */
const MOST_WARNINGS = 50

/**
 * Arranges the dishes of several pictures on one surface. The pictures are decoded one after the other, and of each only the
 * dish stays in memory.
 *
 * @throws ServiceError `subject_not_found`, `unsupported_image`, `image_unreadable`, `image_too_large`, naming the picture
 */
export const composeWork: Work<ComposeParams, ComposeDetails> = async (files, params, context) => {
  if (params.made) return finishInvented(files, params, context)
  const { weights, backdrop, light, aspect_ratio, steps, num_outputs, reported, row } = params
  const total = files.length + 2 * num_outputs
  const dishes: ReadDish[] = []
  const unclear: string[] = []
  for (const [index, file] of files.entries()) {
    context.report?.({ current: index, total, status: `Cutting out dish ${index + 1} of ${files.length}` })
    const name = compose.sourceName?.(params, index) ?? String(index)
    const read = await named(name, () => readDish(file, context))
    if (read) dishes.push(read)
    else unclear.push(name)
  }
  // All are named at once: to find the next one only after another attempt would cost minutes each time.
  if (unclear.length > 0) throw dishesUnclear(unclear)
  const weighted = dishes.map(({ dish }, index) => ({ dish, weight: weights[index] ?? 1 / dishes.length }))
  const made: { composition: Composition; output: OutputImage; warnings: readonly Warning[] }[] = []
  for (let variant = 0; variant < num_outputs; variant++) {
    const status = `Arranging picture ${variant + 1} of ${num_outputs}`
    context.report?.({ current: files.length + 2 * variant, total, status })
    const composition = await composeDishes(weighted, {
      aspect: HERO_ASPECTS[aspect_ratio],
      backdrop,
      light,
      row,
      variant,
    })
    const { report: _, ...quietly } = context
    const changed = await runSteps(composition.pixels, steps, undefined, quietly)
    context.report?.({ current: files.length + 2 * variant + 1, total, status: 'Writing the result' })
    const credits = sharedCredits(dishes)
    const output = await writePicture(changed.pixels, { credits, faithfulness: 'retouch' }, {}, String(variant))
    made.push({ composition, output, warnings: changed.warnings })
  }
  const warnings = [
    ...dishes.flatMap((one, index) =>
      one.warnings.map(({ code, message }) => ({ code, message: `Picture ${index + 1}: ${message}` })),
    ),
    ...made.flatMap(({ composition, warnings: own }) => [...composition.warnings, ...own]),
  ]
  return {
    outputs: made.map(({ output }) => output),
    engine: [...new Set(dishes.map(({ engine }) => engine))].join(', '),
    faithfulness: 'retouch',
    warnings: withoutRepeats(warnings).slice(0, MOST_WARNINGS),
    recipe: {
      weights,
      row,
      aspect_ratio,
      steps,
      compositions: made.map(({ composition }) => composition.plan),
      subjects: dishes.map(({ subject }) => subject),
    },
    details: { steps: [...reported] },
  }
}

/** Finishes the compositions that a provider made. */
async function finishInvented(
  pictures: readonly Uint8Array[],
  params: ComposeParams,
  { limits }: WorkContext,
): ReturnType<typeof composeWork> {
  const { made, invention, weights, aspect_ratio, reported } = params
  const outputs: OutputImage[] = []
  const warnings: Warning[] = [...(made?.warnings ?? [])]
  for (const [index, picture] of pictures.entries()) {
    const opened = await openMadePicture(picture, inventedCompositionSize(params), limits)
    warnings.push(...opened.warnings)
    outputs.push(await writePicture(opened.pixels, { credits: {}, faithfulness: 'generative' }, {}, String(index)))
  }
  return {
    outputs,
    engine: made?.engine ?? '',
    faithfulness: 'generative',
    warnings: withoutRepeats(warnings),
    recipe: { invention, weights, aspect_ratio, made: made?.recipe },
    details: { steps: [...reported] },
  }
}

/** @returns undefined if the dish cannot be told from its surroundings */
async function readDish(
  file: Uint8Array | undefined,
  { limits, networks }: WorkContext,
): Promise<ReadDish | undefined> {
  const { pixels, credits } = await openPicture(file, { limits })
  const subject = await findSubject(pixels, networks, undefined)
  const { separable, warnings } = assessSubject(subject)
  const dish = separable ? await prepareDish(pixels, subject) : undefined
  if (!dish) return undefined
  const doubts = warnings.length > 0 ? [UNSURE] : []
  return { dish, credits, warnings: doubts, engine: subject.engine, subject: subjectRecord(subject) }
}

/** A composition takes no `subject`, so it does not advise one. */
const UNSURE: Warning = {
  code: 'subject_uncertain',
  message: 'It is not certain which part of this photo is the dish. Check the result before you use it.',
}

const dishesUnclear = (names: readonly string[]) =>
  new ServiceError(
    'subject_not_found',
    `${names.join(', ')}: It is not clear which part of ${names.length === 1 ? 'this photo' : 'these photos'} is the dish, so it cannot be separated from its surroundings. Leave ${names.length === 1 ? 'it' : 'them'} out, or send photos in which the whole dish stands out from the table.`,
    { field: names[0] },
  )

async function named<T>(name: string | undefined, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error
    const { subject: _, field: __, ...fields } = error.fields as { subject?: unknown; field?: unknown }
    throw new ServiceError(error.code, `${name}: ${error.message}`, { ...fields, field: name })
  }
}

/** The author's data of the pictures, if all of them say the same. */
function sharedCredits(dishes: readonly ReadDish[]): Credits {
  const [first, ...others] = dishes.map(({ credits }) => credits)
  const text = JSON.stringify(first)
  return first && others.every((credits) => JSON.stringify(credits) === text) ? first : {}
}

const withoutRepeats = (warnings: readonly Warning[]): Warning[] => [
  ...new Map(warnings.map((warning) => [warning.message, warning])).values(),
]
