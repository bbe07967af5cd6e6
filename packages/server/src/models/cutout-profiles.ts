type Channels = readonly [red: number, green: number, blue: number]

/** How a family of cut-out networks takes a picture and gives its mask. */
export interface CutoutProfile {
  readonly family: string
  /** What file names of the family have in them, in lower case. */
  readonly named?: RegExp
  /** Whether a graph can only be of this family. */
  readonly looks?: (graph: CutoutGraph) => boolean
  /** Side of the squares that it takes where the file leaves it open. */
  readonly side: number
  /** Whether it also cuts well on squares of other sides, where the file leaves them open. */
  readonly anySize?: true
  /** Values of 0 to 255 are divided by this, or by the highest value of the picture; then less the mean, over the deviation. */
  readonly scale: number | 'highest'
  readonly mean: Channels
  readonly deviation: Channels
  /** Which of several outputs is the mask. */
  readonly output: 'first' | 'last'
  /**
   * What the mask is made of the output by: `sigmoid`, unless the file has it in its graph, which shows when it gives only
   * values of 0 to 1; `min-max`, which makes the lowest value 0 and the highest 1; or `none`.
   */
  readonly activation: 'sigmoid' | 'min-max' | 'none'
  /** Whether its mask of a whole photo is better than what the other networks and rules make of it. */
  readonly isStrong?: true
}

/** What an ONNX file says about itself. */
export interface CutoutGraph {
  readonly inputs: readonly string[]
  readonly outputs: readonly string[]
  /** Of the first input; a dynamic dimension has a name. */
  readonly shape: readonly (number | string)[]
  /** Of the first output: `float32` … */
  readonly outputType: string | undefined
}

const IMAGENET = { scale: 255, mean: [0.485, 0.456, 0.406], deviation: [0.229, 0.224, 0.225] } as const
const HALF = { scale: 255, mean: [0.5, 0.5, 0.5], deviation: [1, 1, 1] } as const
/** Networks with a Swin transformer, which are exported with and without the sigmoid at their end. */
const SWIN = { ...IMAGENET, side: 1024, output: 'last', activation: 'sigmoid', isStrong: true } as const

/** What our own use of networks takes and gives, and what a file of no known family has to. */
const PLAIN: CutoutProfile = {
  family: 'plain',
  side: 1024,
  anySize: true,
  scale: 256,
  mean: [0.5, 0.5, 0.5],
  deviation: [1, 1, 1],
  output: 'first',
  activation: 'none',
}

/** Families of networks that operators have, the more particular names first. The authors' own code is the source of each row. */
const CUTOUT_PROFILES: readonly CutoutProfile[] = [
  {
    family: 'birefnet',
    named: /birefnet/,
    looks: ({ inputs, outputs }) => inputs[0] === 'input_image' && outputs.at(-1) === 'output_image',
    ...SWIN,
  },
  { family: 'inspyrenet', named: /inspyrenet/, ...SWIN },
  {
    family: 'rmbg-1.4',
    named: /rmbg[-_. ]?v?1/,
    side: 1024,
    anySize: true,
    ...HALF,
    output: 'first',
    activation: 'min-max',
  },
  { family: 'rmbg-2.0', named: /rmbg/, looks: ({ outputs }) => outputs.at(-1) === 'alphas', ...SWIN },
  {
    family: 'ben2',
    named: /ben2/,
    looks: ({ outputType, shape }) => outputType === 'float16' && shape.includes(1024),
    side: 1024,
    scale: 255,
    mean: [0, 0, 0],
    deviation: [1, 1, 1],
    output: 'first',
    activation: 'min-max',
    isStrong: true,
  },
  {
    family: 'u2net',
    named: /u2-?net|silueta/,
    looks: ({ shape }) => shape.includes(320),
    side: 320,
    ...IMAGENET,
    scale: 'highest',
    output: 'first',
    activation: 'min-max',
  },
  {
    family: 'isnet',
    named: /is-?net/,
    side: 1024,
    anySize: true,
    ...HALF,
    output: 'first',
    activation: 'min-max',
  },
  PLAIN,
]

/** The names that operators can give. */
export const CUTOUT_FAMILIES: readonly string[] = CUTOUT_PROFILES.map(({ family }) => family)

/**
 * The profile of a file: what the operator says, or else what its name says, or else what its graph says.
 *
 * @param name of the file
 * @throws Error that lists the families, for a family that is none of them
 */
export function cutoutProfile(graph: CutoutGraph, name: string, family?: string): CutoutProfile {
  if (family !== undefined) {
    const chosen = CUTOUT_PROFILES.find((profile) => profile.family === family)
    if (!chosen)
      throw new Error(`"${family}" is no family of cut-out networks; there are ${CUTOUT_FAMILIES.join(', ')}`)
    return chosen
  }
  const inLowerCase = name.toLowerCase()
  return (
    CUTOUT_PROFILES.find(({ named }) => named?.test(inLowerCase)) ??
    CUTOUT_PROFILES.find(({ looks }) => looks?.(graph)) ??
    PLAIN
  )
}
