import type { Contract } from '../model-catalogue.ts'
import type { Session } from './onnx-runtime.ts'

/** Rounding may exceed the range of 0 to 1 by this much. */
const TOLERANCE = 0.01

/**
 * Runs a network on a drawn picture. Its input and output must have the dimensions and the range of the contract.
 *
 * @returns what is wrong with it, as a clause; undefined when nothing is
 */
export async function checkNetworkShape(
  session: Session,
  contract: Contract,
  input: string | undefined,
  output: string | undefined,
): Promise<string | undefined> {
  if (input === undefined || output === undefined) return 'it has no input or no output'
  const refused = session.refuses(input, contract.input)
  if (refused) return refused
  try {
    const { data, dims } = await session.run(input, { data: testPicture(contract), dims: contract.input }, output)
    if (dims.join('x') !== contract.output.join('x'))
      return `its output for ${contract.input.join('x')} is ${dims.join('x')} instead of ${contract.output.join('x')}`
    const strange = data.some(
      (value) => !Number.isFinite(value) || (contract.share && (value < -TOLERANCE || value > 1 + TOLERANCE)),
    )
    if (strange)
      return contract.share ? 'its output is not between 0 and 1' : 'its output has numbers that are not finite'
    return undefined
  } catch (error) {
    return (error as Error).message
  }
}

/** A soft disc in the middle, light on dark, in the range of the contract. */
function testPicture({ input, share }: Contract): Float32Array {
  const [, channels = 1, height = 1, width = 1] = input
  const data = new Float32Array(channels * height * width)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const distance = Math.hypot((x + 0.5) / width - 0.5, (y + 0.5) / height - 0.5)
      const light = Math.min(0.9, Math.max(0.1, 2.5 - 6 * distance))
      for (let c = 0; c < channels; c++) data[(c * height + y) * width + x] = share ? light - 0.5 : light
    }
  }
  return data
}
