import type { FileFacts } from '@platelight/imaging/codec/file/file-facts.ts'
import type { PhotoQuality } from '@platelight/imaging/tone/measure-quality.ts'
import type { Size } from '../picture-size.ts'
import {
  alternatives,
  FORMAT_NAMES,
  type PlatformRules,
  type PlatformTerms,
  type Problem,
  ratioOf,
  type Verdict,
} from './platform-terms.ts'

/** A file with its measurements, as a platform would get it. */
export interface Measured extends FileFacts, PhotoQuality {}

/** In stops of missing light. Good food photos lack up to 0.6 stops, photos taken at a window at night three. */
const DARK_FROM = 1.4
/**
 * Photos in focus have at least 1.1, whatever they show. With a blur of more than two pixels at screen size all have less.
 */
const BLURRED_BELOW = 0.68

/** Generated pictures and partly generated ones, in the terms of the IPTC list. */
const GENERATED = new Set([
  'trainedAlgorithmicMedia',
  'compositeWithTrainedAlgorithmicMedia',
  'algorithmicMedia',
  'compositeSynthetic',
])

export const isGenerated = ({ sourceType }: Pick<FileFacts, 'sourceType'>): boolean =>
  sourceType !== undefined && GENERATED.has(sourceType)

/**
 * Compares a picture with the rules of a platform. A breach of its published rules means that it is refused. Anything else
 * that is unwise, or breaks a rule that is only a safe guess, is a warning.
 */
export function verdict(measured: Measured, { id, name, rules, content, verified, ...terms }: PlatformTerms): Verdict {
  const { size, format } = terms.export
  const exported = { fix: `Export it for ${id}: it becomes ${FORMAT_NAMES[format]}, up to ${pixels(size)}.` }
  const asked = verified ? rules : safeRules(terms.export)
  const broken = [
    ...sizeProblems(measured, asked),
    ...aspectProblems(measured, asked),
    ...formatProblems(measured, asked),
    ...weightProblems(measured, asked),
  ].map((problem): Problem => ({ severity: verified ? 'refused' : 'warning', ...exported, ...problem }))
  const generated: Problem[] =
    terms.forbids_generated && isGenerated(measured) ? [{ severity: 'refused', ...generatedProblem(name) }] : []
  const unwise = fileProblems(measured).map((problem): Problem => ({ severity: 'warning', ...exported, ...problem }))
  const looks = lookProblems(measured).map(({ rule, ...problem }): Problem => {
    const isRule = rules.judged?.some((judged) => judged === rule) ?? false
    return { rule, severity: isRule ? 'refused' : 'warning', ...problem }
  })
  const problems = [...generated, ...broken, ...unwise, ...looks]
  return {
    accepted: problems.every(({ severity }) => severity !== 'refused'),
    verified,
    problems,
    notes: content.map((rule) => `Not judged: ${rule}`),
  }
}

type Broken = Pick<Problem, 'rule' | 'message'> & { fix?: string }

const pixels = ({ width, height }: Size): string => `${width} x ${height}`
const sides = ({ width, height }: Size): string =>
  height <= 1 || height >= 65_535 ? `a width of ${width}` : pixels({ width, height })
const weight = (bytes: number): string =>
  bytes < 1_000_000 ? `${Math.ceil(bytes / 1000)} KB` : `${Math.ceil(bytes / 10_000) / 100} MB`

/** The rules of a safe guess. */
const safeRules = ({ size, format, max_bytes }: PlatformTerms['export']): PlatformRules => ({
  min_size: size,
  aspects: [`${size.width}:${size.height}`],
  formats: [format],
  ...(max_bytes !== undefined && { max_bytes }),
})

function sizeProblems(here: Measured, { size, min_size, max_size, max_square, max_pixels }: PlatformRules): Broken[] {
  const measures = `The picture measures ${pixels(here)} pixels`
  const problem = (message: string, fix?: string): Broken[] => [{ rule: 'size', message, ...(fix && { fix }) }]
  const least = size ?? min_size
  const isSmall = least !== undefined && (here.width < least.width || here.height < least.height)
  if (isSmall) {
    const times = Math.max(least.width / here.width, least.height / here.height)
    return problem(
      `${measures}; ${size ? 'exactly' : 'at least'} ${sides(least)} are taken.`,
      times > 2
        ? `It has ${times.toFixed(1)} times too few pixels: take it again, or enlarge it with upscale before it is exported.`
        : undefined,
    )
  }
  if (size && (here.width !== size.width || here.height !== size.height)) {
    return problem(`${measures}; exactly ${pixels(size)} are taken.`)
  }
  if (max_size && (here.width > max_size.width || here.height > max_size.height)) {
    return problem(`${measures}; at most ${sides(max_size)} are taken.`)
  }
  if (max_square !== undefined && here.width === here.height && here.width > max_square) {
    return problem(`${measures}; squares are taken up to ${max_square} a side.`)
  }
  if (max_pixels !== undefined && here.width * here.height > max_pixels) {
    return problem(`${measures}; at most ${max_pixels / 1e6} megapixels are taken.`)
  }
  return []
}

/** A difference of one pixel at one side is allowed. */
const isShaped = ({ width, height }: Size, aspect: string): boolean => {
  const ratio = ratioOf(aspect)
  return Math.abs(width - height * ratio) <= 1 || Math.abs(height - width / ratio) <= 1
}

function aspectProblems(here: Measured, { aspects, aspect_range }: PlatformRules): Broken[] {
  const shape = `The picture is ${(here.width / here.height).toFixed(2)}:1`
  if (aspects && !aspects.some((aspect) => isShaped(here, aspect))) {
    return [{ rule: 'aspect', message: `${shape}; ${alternatives(aspects.map(simplest))} is taken.` }]
  }
  const [narrowest, widest] = aspect_range ?? []
  if (narrowest === undefined || widest === undefined) return []
  const ratio = here.width / here.height
  const isInside = ratio >= ratioOf(narrowest) && ratio <= ratioOf(widest)
  return isInside || isShaped(here, narrowest) || isShaped(here, widest)
    ? []
    : [{ rule: 'aspect', message: `${shape}; from ${narrowest} to ${widest} is taken.` }]
}

/** `1920:1080` as `16:9`. */
function simplest(aspect: string): string {
  const [width = 1, height = 1] = aspect.split(':').map(Number)
  const divisor = (a: number, b: number): number => (b < 1e-9 ? a : divisor(b, a % b))
  return Number.isInteger(width) && Number.isInteger(height)
    ? `${width / divisor(width, height)}:${height / divisor(width, height)}`
    : aspect
}

function formatProblems({ format }: Measured, { formats }: PlatformRules): Broken[] {
  if (!formats || formats.some((taken) => taken === format)) return []
  const taken = alternatives(formats.map((one) => FORMAT_NAMES[one]))
  return [{ rule: 'format', message: `The file is ${FORMAT_NAMES[format]}; ${taken} is taken.` }]
}

function weightProblems(
  { bytes }: Measured,
  { min_bytes = 0, max_bytes = Number.POSITIVE_INFINITY }: PlatformRules,
): Broken[] {
  if (bytes > max_bytes) {
    return [{ rule: 'weight', message: `The file weighs ${weight(bytes)}; at most ${weight(max_bytes)} are taken.` }]
  }
  if (bytes >= min_bytes) return []
  const message = `The file weighs ${weight(bytes)}; at least ${weight(min_bytes)} are taken.`
  return [
    { rule: 'weight', message, fix: 'Send the photo as the camera saved it. A file this small has hardly any detail.' },
  ]
}

/** Problems with the file that no platform names, but that cause trouble on all of them or reveal private data. */
function fileProblems({ colour, orientation, hasLocation }: Measured): Broken[] {
  return [
    ...(colour === 'sRGB'
      ? []
      : [
          {
            rule: 'colour',
            message: `Its colours are ${colour}, not sRGB. Programs that do not support that show the food pale or green.`,
          },
        ]),
    ...(orientation === 1
      ? []
      : [
          {
            rule: 'orientation',
            message:
              'It is stored on its side with a note to rotate it. Programs that do not read the note show it on its side.',
          },
        ]),
    ...(hasLocation ? [{ rule: 'place', message: 'The file says where it was taken.' }] : []),
  ]
}

function lookProblems({ darkness, sharpness }: Measured): Broken[] {
  return [
    ...(darkness < DARK_FROM
      ? []
      : [
          {
            rule: 'dark',
            message: `It lacks about ${darkness.toFixed(1)} stops of light.`,
            fix: 'Enhance it, or use platform-optimize, which does both.',
          },
        ]),
    ...(sharpness >= BLURRED_BELOW
      ? []
      : [
          {
            rule: 'blurred',
            message: 'Nothing in it is sharp at screen size.',
            fix: 'Take it again; fix-blur can correct a little of it.',
          },
        ]),
  ]
}

const generatedProblem = (name: string): Broken => ({
  rule: 'generated',
  message: `The file says that a model made it, and ${name} refuses generated pictures of dishes.`,
  fix: 'Use a photo of the dish.',
})
