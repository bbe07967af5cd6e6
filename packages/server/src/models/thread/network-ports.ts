import { type Contract, type Model, outputsOf } from '../model-catalogue.ts'
import type { Session } from './onnx-runtime.ts'

/** The names of the input and the outputs with which a network is run; undefined if it has none. */
export interface NetworkPorts {
  readonly input: string | undefined
  readonly output: string | undefined
  readonly furtherOutputs: readonly string[]
}

/** Those of a model of the catalogue are known. Those of an operator's own file are the first ones that it has. */
export function networkPorts(session: Session, model: Model | undefined, contract: Contract): NetworkPorts {
  const [output, ...furtherOutputs] = model
    ? outputsOf(model)
    : session.outputs.slice(0, 1 + (contract.furtherOutputs?.length ?? 0))
  return { input: model?.input ?? session.inputs[0], output, furtherOutputs }
}
