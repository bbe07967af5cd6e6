/** One layer of a Keras model, with the part of its configuration that is read here. */
export interface KerasLayer {
  readonly class_name: string
  readonly name: string
  readonly config: {
    readonly activation?: string
    readonly strides?: readonly number[]
    readonly dilation_rate?: readonly number[]
    readonly padding?: string
    readonly groups?: number
    readonly size?: readonly number[]
    readonly interpolation?: string
    readonly axis?: number
  }
  readonly inbound_nodes: readonly (readonly (readonly [string, ...unknown[]])[])[]
}

export interface KerasModel {
  readonly layers: readonly KerasLayer[]
  readonly input: string
  readonly output: string
  /** Paths of the files with weights, in their order. */
  readonly files: readonly string[]
  weights(name: string): { readonly shape: readonly number[]; readonly values: Float32Array } | undefined
}

interface Manifest {
  readonly paths: readonly string[]
  readonly weights: readonly { readonly name: string; readonly shape: readonly number[]; readonly dtype: string }[]
}

interface ModelFile {
  readonly format?: string
  readonly modelTopology: {
    readonly model_config: {
      readonly config: {
        readonly layers: readonly KerasLayer[]
        readonly input_layers: readonly (readonly [string, ...unknown[]])[]
        readonly output_layers: readonly (readonly [string, ...unknown[]])[]
      }
    }
  }
  readonly weightsManifest: readonly Manifest[]
}

/**
 * Reads a Keras model as TensorFlow.js stores it: `model.json` and the files with weights, concatenated.
 *
 * @throws Error when it is not in that format
 */
export function kerasModel(json: string, weights: Uint8Array): KerasModel {
  const { format, modelTopology, weightsManifest } = JSON.parse(json) as ModelFile
  if (format !== 'layers-model') throw new Error('it is not a layers model')
  const { layers, input_layers, output_layers } = modelTopology.model_config.config
  const entries = weightsManifest.flatMap((one) => one.weights)
  const view = new DataView(weights.buffer, weights.byteOffset, weights.byteLength)
  const places = new Map<string, { shape: readonly number[]; at: number; count: number }>()
  let at = 0
  for (const { name, shape, dtype } of entries) {
    if (dtype !== 'float32') throw new Error(`the weights ${name} are ${dtype}; only float32 is read`)
    const count = shape.reduce((product, dim) => product * dim, 1)
    places.set(name, { shape, at, count })
    at += count * 4
  }
  if (at !== weights.byteLength) throw new Error(`it needs ${at} bytes of weights and has ${weights.byteLength}`)

  return {
    layers,
    input: input_layers[0]?.[0] ?? '',
    output: output_layers[0]?.[0] ?? '',
    files: weightsManifest.flatMap(({ paths }) => paths),
    weights(name) {
      const place = places.get(name)
      if (!place) return undefined
      const values = Float32Array.from({ length: place.count }, (_, index) =>
        view.getFloat32(place.at + index * 4, true),
      )
      return { shape: place.shape, values }
    },
  }
}
