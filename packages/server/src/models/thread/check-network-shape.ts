import type { Contract } from '../model-catalogue.ts'
import type { NetworkPorts } from './network-ports.ts'
import type { Session } from './onnx-runtime.ts'

/** Rounding may exceed the range of 0 to 1 by this much. */
export const TOLERANCE = 0.01

/**
 * Runs a network on a drawn picture. Its input and outputs must have the dimensions and the range of the contract, and
 * a share must not be the same everywhere.
 *
 * @returns what is wrong with it, as a clause; undefined when nothing is
 */
export async function checkNetworkShape(
  session: Session,
  contract: Contract,
  { input, output, furtherOutputs }: NetworkPorts,
): Promise<string | undefined> {
  if (input === undefined || output === undefined) return 'it has no input or no output'
  const expected = [contract.output, ...(contract.furtherOutputs ?? [])]
  const count = 1 + furtherOutputs.length
  if (count < expected.length) return `it has ${count} of ${expected.length} outputs`
  const refused = session.refuses(input, contract.input)
  if (refused) return refused
  try {
    const picture = { data: testPicture(contract), dims: contract.input }
    const { further = [], ...first } = await session.run(input, picture, output, furtherOutputs)
    for (const [index, { data, dims }] of [first, ...further].entries()) {
      // A model may have more outputs than its contract.
      const wanted = expected[index]?.join('x')
      if (wanted !== undefined && dims.join('x') !== wanted)
        return `its output for ${contract.input.join('x')} is ${dims.join('x')} instead of ${wanted}`
      const share = contract.share && index === 0
      if (data.some((value) => !Number.isFinite(value) || (share && (value < -TOLERANCE || value > 1 + TOLERANCE))))
        return share ? 'its output is not between 0 and 1' : 'its output has numbers that are not finite'
      if (share && data.every((value) => value === data[0])) return 'its output is the same everywhere'
    }
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
