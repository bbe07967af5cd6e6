import type { MessagePort } from 'node:worker_threads'
import type { Inference, NetworkTraits, NetworkUse } from '@platelight/imaging/network-port.ts'

/** A request to the model thread over a port. */
export type NetworkRequest =
  | { readonly id: number; readonly kind: 'find'; readonly use: NetworkUse }
  | {
      readonly id: number
      readonly kind: 'run'
      readonly use: NetworkUse
      readonly data: Float32Array
      readonly dims: readonly number[]
    }

/** A response carries the id of its request. */
export type NetworkResponse =
  | { readonly id: number; readonly engine: string | undefined; readonly traits: NetworkTraits }
  | ({ readonly id: number } & Inference)
  | { readonly id: number; readonly error: string }

/** The first message on a port, in both directions. Until the reply arrives, there may be no thread at the other end. */
export const OPEN = 'open'

/** What the model thread reports about itself. */
export type ModelThreadMessage =
  | { readonly trouble: string }
  | { readonly serving: { readonly use: NetworkUse; readonly engine: string | undefined } }
  | { readonly unloaded: NetworkUse }

/** A port from which requests come, or the command to end. */
export type ModelThreadCommand = { readonly port: MessagePort } | 'end'
