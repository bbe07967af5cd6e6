import type { Capability } from '../../base/engine-capability.ts'
import type { Warning } from '../../base/warning-codes.ts'
import type { BatchOperation, ImageOperation } from '../../contract/generated/document-operations.ts'
import type { Size } from '../picture-size.ts'
import type { ModelId } from '../tables/provider-models.ts'

/** A shape as providers name it. */
export type PictureAspect = `${number}:${number}`

/** A picture that a provider shall make: words, and perhaps pictures that it follows. */
export interface PictureRequest {
  readonly prompt: string
  /** The size of the result. */
  readonly size: Size
  readonly aspect: PictureAspect
  /** Positions of the pictures that it follows, among those that were prepared. */
  readonly references: readonly number[]
  readonly model?: ModelId | undefined
  readonly search?: boolean
  /** A film of that length is ordered, which begins with the picture that it follows. */
  readonly film?: { readonly seconds: number }
  /** The subject of the picture that it follows is cut out, and the words do not count. */
  readonly isCutout?: boolean
}

/** Who made the pictures of a run, and what the reply says of that. */
export interface MadeBy {
  readonly engine: string
  readonly model: string
  readonly warnings: readonly Warning[]
  readonly recipe: unknown
}

/** Work in the threads of the server, before and after that of providers. */
export interface LocalTask {
  readonly operation:
    | Exclude<ImageOperation, BatchOperation>
    | 'prepare-references'
    | 'prepare-area'
    | 'finish-pictures'
  readonly params: unknown
}

/** What providers do for a run. */
export interface ProviderBrief {
  /** What the provider can do; by default to make pictures from words. */
  readonly capability?: Extract<Capability, 'synthesis' | 'motion'>
  /** How long nothing may be heard of it, if that is longer than for a picture. */
  readonly patienceSeconds?: number
  /** How many steps it takes in all: those of the preparation, a picture each, and the end. */
  readonly steps: number
  /** Turns the pictures of the run into those that providers see. */
  readonly prepare: LocalTask
  /**
   * The pictures to order.
   *
   * @param prepared the sizes of what was prepared
   */
  requests(prepared: readonly Size[]): readonly PictureRequest[]
  /** Whether the end needs the pictures of the run too. They come first then. */
  readonly keepsInputs: boolean
  /** Makes the results of the pictures that were delivered. */
  finish(made: MadeBy): LocalTask
}
