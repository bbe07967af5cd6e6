import { type TfjsManifest, type TfjsWeights, tfjsWeights } from './tfjs-weights.ts'

/** The value of an attribute in the JSON of a Protocol Buffers message. 64-bit integers are strings, text is base64. */
interface AttributeValue {
  readonly s?: string
  readonly i?: string | number
  readonly b?: boolean
  readonly type?: string
  readonly shape?: { readonly dim?: readonly { readonly size?: string | number }[] }
  readonly list?: { readonly s?: readonly string[]; readonly i?: readonly (string | number)[] }
}

interface NodeFile {
  readonly name: string
  readonly op: string
  readonly input?: readonly string[]
  readonly attr?: Readonly<Record<string, AttributeValue>>
}

interface ModelFile {
  readonly format?: string
  readonly modelTopology: { readonly node: readonly NodeFile[] }
  readonly weightsManifest: readonly TfjsManifest[]
}

/** One node of a graph. An attribute that it does not have is empty, false or undefined. */
export interface TfjsNode {
  readonly name: string
  readonly operator: string
  /** Names of nodes. */
  readonly inputs: readonly string[]
  readonly attributes: readonly string[]
  text(attribute: string): string | undefined
  texts(attribute: string): readonly string[]
  integers(attribute: string): readonly number[]
  flag(attribute: string): boolean
  type(attribute: string): string | undefined
  /** An unknown size is -1. */
  shape(attribute: string): readonly number[]
}

export interface TfjsGraphModel {
  /** @throws Error when there is none of this name */
  node(name: string): TfjsNode
  weights(name: string): TfjsWeights | undefined
}

/**
 * Reads a TensorFlow graph as TensorFlow.js stores it: `model.json` and the files with weights, concatenated.
 *
 * @throws Error when it is not in that format
 */
export function tfjsGraphModel(json: string, weights: Uint8Array): TfjsGraphModel {
  const { format, modelTopology, weightsManifest } = JSON.parse(json) as ModelFile
  if (format !== 'graph-model') throw new Error('it is not a graph model')
  const nodes = new Map(modelTopology.node.map((node) => [node.name, node]))
  return {
    node(name) {
      const node = nodes.get(name)
      if (!node) throw new Error(`the graph has no ${name}`)
      return readNode(node)
    },
    weights: tfjsWeights(weightsManifest, weights),
  }
}

const readNode = ({ name, op, input = [], attr = {} }: NodeFile): TfjsNode => ({
  name,
  operator: op,
  inputs: input.map((one) => one.replace(/:0$/, '')),
  attributes: Object.keys(attr),
  text: (attribute) => decoded(attr[attribute]?.s),
  texts: (attribute) => (attr[attribute]?.list?.s ?? []).map((one) => decoded(one) ?? ''),
  integers: (attribute) => (attr[attribute]?.list?.i ?? []).map(Number),
  flag: (attribute) => attr[attribute]?.b ?? false,
  type: (attribute) => attr[attribute]?.type,
  shape: (attribute) => (attr[attribute]?.shape?.dim ?? []).map(({ size }) => Number(size ?? -1)),
})

const decoded = (base64: string | undefined): string | undefined =>
  base64 === undefined ? undefined : Buffer.from(base64, 'base64').toString('utf8')
