import type { Tensor } from '@platelight/imaging/network-port.ts'
import type { CutoutProfile } from '../cutout-profiles.ts'
import { TOLERANCE } from './check-network-shape.ts'
import type { Session } from './onnx-runtime.ts'

/** A mask with a smaller range than this shows nothing, and is not stretched. */
const MIN_RANGE = 0.1

/** A network of a family behind the contract of cut-outs: it takes and gives what `plain` networks do. */
export interface CutoutSession extends Session {
  /** Of the squares that it takes. */
  readonly side: number
}

/**
 * Translates between the contract of cut-outs and a family: scale, mean, deviation, and the order of the input, which the file
 * says; which output, and its activation. The first run, on the drawn picture, shows whether the file has its sigmoid itself.
 *
 * @param session of a file with an input and an output
 */
export function cutoutSession(session: Session, profile: CutoutProfile): CutoutSession {
  const [input = ''] = session.inputs
  const shape = session.shapeOf(input)
  const isChannelsLast = shape[3] === 3 && shape[1] !== 3
  const given = shape[isChannelsLast ? 1 : 2]
  const side = typeof given === 'number' ? given : profile.side
  const output = profile.output === 'last' ? session.outputs.at(-1) : session.outputs[0]
  const ordered = ([, , height = 0, width = 0]: readonly number[]) =>
    isChannelsLast ? [1, height, width, 3] : [1, 3, height, width]
  let needsSigmoid: boolean | undefined

  /** Makes shares of what the network gave, in place. */
  const activate = (data: Float32Array): void => {
    const [lowest, highest] = rangeOf(data)
    const isShare = lowest >= -TOLERANCE && highest <= 1 + TOLERANCE
    needsSigmoid ??= profile.activation === 'sigmoid' && !isShare
    if (needsSigmoid) for (let i = 0; i < data.length; i++) data[i] = 1 / (1 + Math.exp(-(data[i] ?? 0)))
    // What is beyond 0 and 1 is no share of these families, and is left for the check to refuse.
    if (profile.activation !== 'min-max' || !isShare || highest - lowest < MIN_RANGE) return
    for (let i = 0; i < data.length; i++) data[i] = ((data[i] ?? 0) - lowest) / (highest - lowest)
  }

  return {
    ...session,
    side,
    inputs: session.inputs.slice(0, 1),
    outputs: output === undefined ? [] : [output],
    refuses: (name, dims) => session.refuses(name, ordered(dims)),
    varies: () => profile.anySize === true && !isChannelsLast && session.varies(input),
    async run(name, { data, dims }, mask) {
      const picture = { data: normalised(data, profile, isChannelsLast), dims: ordered(dims) }
      const made = await session.run(name, picture, mask)
      activate(made.data)
      const sides = made.dims.filter((dim) => dim !== 1)
      const isMask = sides.length === 2 && sides[0] === dims[2] && sides[1] === dims[3]
      return { data: made.data, dims: isMask ? [1, 1, ...sides] : made.dims }
    },
  }
}

function rangeOf(data: Float32Array): readonly [lowest: number, highest: number] {
  let [lowest, highest] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
  for (const value of data) {
    if (value < lowest) lowest = value
    if (value > highest) highest = value
  }
  return [lowest, highest]
}

/** @param data planes of the contract: (value − 128) / 256 */
function normalised(data: Tensor['data'], { scale, mean, deviation }: CutoutProfile, isChannelsLast: boolean) {
  const plane = data.length / 3
  const divisor = scale === 'highest' ? Math.max(1, 256 * rangeOf(data)[1] + 128) : scale
  const made = new Float32Array(data.length)
  for (let c = 0; c < 3; c++) {
    const [less = 0, over = 1] = [mean[c], deviation[c]]
    for (let i = 0; i < plane; i++) {
      const value = (256 * (data[c * plane + i] ?? 0) + 128) / divisor
      made[isChannelsLast ? 3 * i + c : c * plane + i] = (value - less) / over
    }
  }
  return made
}
