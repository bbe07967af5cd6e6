import { basename } from 'node:path'
import type { NetworkUse } from '@platelight/imaging/network-port.ts'
import { cutoutProfile } from '../cutout-profiles.ts'
import type { Onnx } from '../files/prepare-onnx.ts'
import { CONTRACTS, type Contract, type Model, type ServedUse } from '../model-catalogue.ts'
import { checkNetworkShape } from './check-network-shape.ts'
import { cutoutSession } from './cutout-session.ts'
import { type NetworkPorts, networkPorts } from './network-ports.ts'
import type { Runtime, Session } from './onnx-runtime.ts'

/** What is to be opened: a model of the catalogue, or a file of the operator with its family if that is known. */
export interface Opening {
  readonly use: NetworkUse
  readonly model?: Model | undefined
  readonly family?: string | undefined
  /** The operator's file, whose name may tell its family. */
  readonly where?: string | undefined
}

/** A network in memory, behind the contract of its use. */
export interface OpenNetwork {
  readonly session: Session
  readonly ports: NetworkPorts
  /** Of a cut-out network of the operator. */
  readonly family?: string
  readonly side?: number
  readonly isStrong?: true
  /** Runs it on a drawn picture. @returns what is wrong with it, as a clause; undefined when nothing is */
  check(): Promise<string | undefined>
}

/** @throws Error when the runtime cannot open it, or its family is unknown */
export async function openNetwork(
  onnx: Onnx,
  { use, model, family, where = '' }: Opening,
  runtime: Runtime,
  threads: number,
): Promise<OpenNetwork> {
  const contract: Contract = CONTRACTS[use as ServedUse]
  const session = await runtime.open(onnx, threads, contract.arena)
  const [input, output] = [session.inputs[0], session.outputs[0]]
  if (use !== 'cutout' || model || input === undefined || output === undefined) {
    const ports = networkPorts(session, model, contract)
    return { session, ports, check: () => checkNetworkShape(session, contract, ports) }
  }
  const { inputs, outputs } = session
  const graph = { inputs, outputs, shape: session.shapeOf(input), outputType: session.typeOf(output) }
  const profile = cutoutProfile(graph, basename(where), family)
  const cutout = cutoutSession(session, profile)
  const { side } = cutout
  const ports = networkPorts(cutout, undefined, contract)
  const ofSide = { ...contract, input: [1, 3, side, side], output: [1, 1, side, side] }
  return {
    session: cutout,
    ports,
    family: profile.family,
    side,
    ...(profile.isStrong && { isStrong: true }),
    async check() {
      const wrong = await checkNetworkShape(cutout, ofSide, ports)
      return wrong && `${wrong} (read as ${profile.family}; if it is of another family, say which)`
    },
  }
}
