import { type TfjsManifest, type TfjsWeights, tfjsWeights } from './tfjs-weights.ts'

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
  weights(name: string): TfjsWeights | undefined
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
  readonly weightsManifest: readonly TfjsManifest[]
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
  return {
    layers,
    input: input_layers[0]?.[0] ?? '',
    output: output_layers[0]?.[0] ?? '',
    files: weightsManifest.flatMap(({ paths }) => paths),
    weights: tfjsWeights(weightsManifest, weights),
  }
}
