import type { NetworkUse } from '@platelight/imaging/network-port.ts'
import type { Capability, Engines } from '../base/engine-capability.ts'
import type { ServiceError } from '../base/service-error.ts'
import type { Warning } from '../base/warning-codes.ts'
import {
  type BatchOperation,
  DEADLINE_SECONDS,
  type ImageOperation,
  type ITEM_BODIES,
  type OperationBodies,
  type OperationReplies,
} from '../contract/generated/document-operations.ts'
import type { NoDetails } from './define-work.ts'
import type { Machine } from './expected-durations.ts'
import type { FinishedRun } from './operation-replies.ts'
import type { Size, SourceImage } from './picture-size.ts'
import type { Platforms } from './platforms/platform-registry.ts'
import type { ProviderBrief } from './synthesis/provider-brief.ts'

export type { BatchOperation, ImageOperation }

/** An operation with work of its own. */
export type RunOperation = Exclude<ImageOperation, BatchOperation>

/**
 * One thing that can be done to pictures, declared once for every channel. Its work is in a file of its own beside the
 * declaration, which only worker threads load.
 */
export interface Operation<Name extends RunOperation = RunOperation, Params = unknown, Details = unknown> {
  readonly name: Name
  readonly isBatch?: false
  readonly capability: Capability
  /**
   * The name of what performs it on this machine, in replies and /api/capabilities. With `network`: of what performs it
   * without one.
   */
  readonly engine: string
  /** The network that performs it if one is installed. Results then name the engine of that network. */
  readonly network?: NetworkUse
  /** The network that does a part of it if the operator chose that. Its engine is then named in addition to `engine`. */
  readonly detailNetwork?: NetworkUse
  /** Whether its runs are listed in /v1/photos and send photo.enhancement.started, completed and failed. */
  readonly photoEvents: boolean
  /** The time for which a call waits for it, and within which its work must make progress. */
  readonly deadlineSeconds: number
  /** The error that refuses it to an account that has had it once. Undefined for all that an account may have again. */
  readonly onlyOnce?: () => ServiceError
  /** How the body of each endpoint becomes its parameters. An estimate uses the same readers. */
  readonly bodies: BodyReaders<Name, Params>
  /** The price, which is known before any work. */
  credits(params: Params): number
  /** Addresses of the pictures that it works on, in the order in which the work receives them. Empty for work from text. */
  sources(params: Params): readonly string[]
  /** The name in errors of the source at that position, if there are several: the field that it came in. */
  sourceName?(params: Params, index: number): string
  /**
   * Refuses sources by their size. It is called twice: before the price is held, with undefined for sources that are not
   * stored here, and again before the work, when all sizes are known.
   *
   * @throws ServiceError (400)
   */
  admit?(params: Params, sources: readonly (SourceImage | undefined)[]): void
  /**
   * What providers do for it. Undefined for parameters that need none: then the work in a thread is all of it. The work gets
   * what providers made through the end of the brief.
   */
  brief?(params: Params): ProviderBrief | undefined
  /**
   * The work in parts, each of which makes some of the outputs, so that others have turns in between. The first one gets the
   * sources. Undefined if it is done as a whole.
   */
  readonly parts?: {
    of(params: Params): readonly Params[]
    /** The recipe of the whole. */
    recipe(recipes: readonly unknown[]): unknown
  }
  /** How many times wider and higher than its source the result is. Undefined for the same size. */
  enlargement?(params: Params): number
  /** How many pixels of its sources stay in memory, if it decodes one after the other. Undefined if it holds all of them. */
  readonly keptPixels?: number
  /** Bytes that the work takes whatever its sources, for one that makes pictures of words. */
  ownBytes?(params: Params): number
  /** Seconds on an idle machine that is as fast as the one that was measured. */
  expectedSeconds(params: Params, sizes: readonly Size[], machine: Machine): number
  /** The reply of a call that waited for the run, and the result of its job. */
  reply(run: FinishedRun<Params, Details>): ReplyOf<Name>
}

/** A run that consists of other runs. Each picture has its own work, price and result. */
export interface Batch<Name extends BatchOperation = BatchOperation, Params = unknown> {
  readonly name: Name
  readonly isBatch: true
  /** The name of what performs it, in /api/capabilities. */
  readonly engine: string
  readonly network?: undefined
  readonly detailNetwork?: undefined
  readonly bodies: BodyReaders<Name, { readonly params: Params; readonly items: readonly RunOrder[] }>
}

/** One reader for each endpoint that takes a body for the operation. The document lists these endpoints. */
type BodyReaders<Name extends ImageOperation, Result> = {
  readonly [Endpoint in keyof OperationBodies[Name]]: BodyReader<OperationBodies[Name][Endpoint], Result>
}

export type BodyReader<Body, Result> = (body: Body, context: BodyContext) => Result

/** What a reader needs in addition to the body. */
export interface BodyContext {
  readonly platforms: Platforms
  /** Whether the operator chose the detail network for enlarging enhanced photos. */
  readonly enhanceDetail: boolean
  /** The engine of each capability. */
  readonly engines: Engines
  /** The photos of a form. There are none when only the price is needed. */
  readonly photos: readonly FormPhoto[]
  /** Takes a warning about a value of the body that has no effect. */
  readonly warn: (warning: Warning) => void
  /** Takes the name of a field that has no effect at all. */
  readonly ignore: (field: string) => void
  /** The order for one item of a batch. */
  readonly itemOrder: (operation: BatchableOperation, body: object) => RunOrder
}

/** A photo that came with a form. */
export interface FormPhoto {
  /** Where it was stored; empty before that. */
  readonly url: string
  /** The name that the caller's file has. */
  readonly name: string
  /** The field that it came in. */
  readonly field: string
}

export type BatchableOperation = keyof typeof ITEM_BODIES

export type ReplyOf<Name extends RunOperation> = Name extends keyof OperationReplies ? OperationReplies[Name] : object

/** An operation and its parameters, as a request asks for them. */
export interface RunOrder<Params = unknown> {
  readonly operation: Operation<RunOperation, Params>
  readonly params: Params
  readonly items?: undefined
  /** About values of the body that have no effect. */
  readonly warnings?: readonly Warning[]
  /** Fields of the body that have no effect at all. */
  readonly ignored?: readonly string[]
}

export interface BatchOrder {
  readonly operation: Batch
  readonly params: unknown
  readonly items: readonly RunOrder[]
}

export type Order = RunOrder | BatchOrder

/** The work of an order; for a batch, its items. */
export const runOrdersOf = (order: Order): readonly RunOrder[] => (order.items ? order.items : [order])

/** What an order needs engines to be able to do. Pictures of providers are finished where other work is done. */
export const capabilitiesOf = ({ operation, params }: RunOrder): readonly Capability[] => {
  const brief = operation.brief?.(params)
  return brief ? [...new Set([operation.capability, brief.capability ?? 'synthesis'])] : [operation.capability]
}

/** The price of an order. */
export const creditsOf = (order: Order): number =>
  runOrdersOf(order).reduce((sum, { operation, params }) => sum + operation.credits(params), 0)

/** Declares an operation that calls wait for. The document says how long. */
export const defineOperation = <Name extends keyof typeof DEADLINE_SECONDS, Params, Details = NoDetails>(
  declaration: Omit<Operation<Name, Params, Details>, 'deadlineSeconds'>,
): Operation<Name, Params, Details> =>
  Object.freeze({ ...declaration, deadlineSeconds: DEADLINE_SECONDS[declaration.name] })
