import { createRequire } from 'node:module'
import type { Inference, Tensor } from '@platelight/imaging/network-port.ts'
import { resolvePackage } from '../files/locate-packages.ts'
import type { Onnx } from '../files/prepare-onnx.ts'
import { fromHalf } from '../formats/half-float.ts'
import { RUNTIME } from '../model-catalogue.ts'
import type { ModelSettings } from '../model-settings.ts'
import { disableTelemetry } from './disable-telemetry.ts'

type Ort = typeof import('onnxruntime-node')

/** A network in memory. */
export interface Session {
  readonly inputs: readonly string[]
  readonly outputs: readonly string[]
  /** Why 32-bit values of these dimensions are not accepted; undefined when they are. */
  refuses(input: string, dims: readonly number[]): string | undefined
  /** Whether height and width of an input may vary. */
  varies(input: string): boolean
  /** The dimensions of an input; a dynamic one has a name. */
  shapeOf(input: string): readonly (number | string)[]
  /** The type of the values of an output, such as `float32`; undefined if they are no tensor. */
  typeOf(output: string): string | undefined
  /** Blocks the calling thread until it is done. */
  run(input: string, tensor: Tensor, output: string, furtherOutputs?: readonly string[]): Promise<Inference>
  /** Frees its memory. */
  release(): Promise<void>
}

/** Opens networks. */
export interface Runtime {
  /** @param arena keeps the working memory of a run for the next one; without it each run gets its memory from the system */
  open(onnx: Onnx, threads: number, arena?: boolean): Promise<Session>
}

/** 32-bit numbers, also of a network whose output has 16 bits, as that of BEN2. */
function floatsOf({ type, data }: { readonly type: string; readonly data: unknown }): Float32Array | undefined {
  if (data instanceof Float32Array) return data
  if (type !== 'float16') return undefined
  // A list of their bits, or in newer versions of Node of numbers.
  return data instanceof Uint16Array ? Float32Array.from(data, fromHalf) : Float32Array.from(data as ArrayLike<number>)
}

/**
 * Loads onnxruntime into the calling thread.
 *
 * @throws Error when it is not installed, or does not support this platform
 */
export function loadRuntime({ searchFrom }: Pick<ModelSettings, 'searchFrom'>): Runtime {
  const found = resolvePackage(RUNTIME.name, searchFrom)
  if (found === undefined) throw new Error(`${RUNTIME.name} is not installed`)
  disableTelemetry()
  const ort = createRequire(found)(found) as Ort

  return {
    async open(onnx, threads, arena = false) {
      // Patterns save no measurable time.
      const session = await ort.InferenceSession.create(onnx as string, {
        executionProviders: ['cpu'],
        enableCpuMemArena: arena,
        enableMemPattern: false,
        intraOpNumThreads: threads,
        logSeverityLevel: 3,
        // Threads that spin while they wait take processor time from those that work on pixels.
        extra: { session: { intra_op: { allow_spinning: '0' } } },
      })
      const shapeOf = (input: string): readonly (number | string)[] => {
        const about = session.inputMetadata.find(({ name }) => name === input)
        return about?.isTensor ? about.shape : []
      }
      return {
        inputs: session.inputNames,
        outputs: session.outputNames,
        refuses(input, dims) {
          const about = session.inputMetadata.find(({ name }) => name === input)
          if (!about?.isTensor || about.type !== 'float32')
            return 'its input does not consist of 32-bit floating-point numbers'
          const fits =
            about.shape.length === dims.length &&
            about.shape.every((dim, index) => typeof dim !== 'number' || dim === dims[index])
          return fits ? undefined : `it takes ${about.shape.join('x')} instead of ${dims.join('x')}`
        },
        varies(input) {
          const shape = shapeOf(input)
          return shape.length > 2 && shape.slice(2).every((dim) => typeof dim !== 'number')
        },
        shapeOf,
        typeOf(output) {
          const about = session.outputMetadata.find(({ name }) => name === output)
          return about?.isTensor ? about.type : undefined
        },
        async run(input, { data, dims }, output, furtherOutputs = []) {
          const tensor = new ort.Tensor('float32', data, dims)
          const results = await session.run({ [input]: tensor }, [output, ...furtherOutputs])
          const numbersOf = (name: string): Tensor => {
            const result = results[name]
            const data = result && floatsOf(result)
            if (!data) throw new Error(`the network returned no numbers for ${name}`)
            return { data, dims: result.dims }
          }
          const first = numbersOf(output)
          return furtherOutputs.length === 0 ? first : { ...first, further: furtherOutputs.map(numbersOf) }
        },
        release: () => session.release(),
      }
    },
  }
}
