import type { MessagePort } from 'node:worker_threads'
import type { NetworkUse } from '@platelight/imaging/network-port.ts'

/** What is asked of the model thread over a port. */
export type NetworkRequest =
  | { readonly id: number; readonly ask: 'find'; readonly use: NetworkUse }
  | {
      readonly id: number
      readonly ask: 'run'
      readonly use: NetworkUse
      readonly data: Float32Array
      readonly dims: readonly number[]
    }

/** Its answers carry the number of the question. */
export type NetworkResponse =
  | { readonly id: number; readonly engine: string | undefined; readonly anySize: boolean }
  | { readonly id: number; readonly data: Float32Array; readonly dims: readonly number[] }
  | { readonly id: number; readonly error: string }

/** The first word on a port, both ways: before it is answered there may be nobody at the other end yet. */
export const OPEN = 'open'

/** Buffers that may be given away: a view into a larger one would take its neighbours along. */
export const ownBuffers = ({ buffer, byteLength }: Float32Array): ArrayBuffer[] =>
  buffer instanceof ArrayBuffer && buffer.byteLength === byteLength ? [buffer] : []

/** What the model thread tells of itself. */
export type ModelThreadMessage =
  | { readonly trouble: string }
  | { readonly serving: { readonly use: NetworkUse; readonly engine: string | undefined } }
  | { readonly unloaded: NetworkUse }

/** What it is told: a port to answer on, or to come to an end. */
export type ModelThreadCommand = { readonly port: MessagePort } | 'end'
