import type { NetworkUse } from '@platelight/imaging/network-port.ts'
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

export type { BatchOperation, ImageOperation }

/** An operation with work of its own. */
export type RunOperation = Exclude<ImageOperation, BatchOperation>

/** What an operation needs an engine for. Each has one engine, chosen where the process is put together. */
export type Capability = 'pixels' | 'cutout' | 'upscale'

/**
 * One thing that can be done, declared once for every channel. Its work has a file of its own beside the declaration, which
 * only worker threads load.
 */
export interface Operation<Name extends RunOperation = RunOperation, Params = unknown, Details = unknown> {
  readonly name: Name
  readonly isBatch?: false
  readonly capability: Capability
  /** What performs it on this machine, as replies and /api/capabilities name it; with a `network`, what performs it without. */
  readonly engine: string
  /** The network that performs it where there is one. Results then name the engine of that network. */
  readonly network?: NetworkUse
  /** The network that does a part of it where the operator chose so. Its engine is then named beside `engine`. */
  readonly detailNetwork?: NetworkUse
  /** Whether its runs are listed in /v1/photos and send photo.enhancement.started, completed and failed. */
  readonly photoEvents: boolean
  /** Seconds that a call waits for it, and in which its work has to make progress. */
  readonly deadlineSeconds: number
  /** How the body of each endpoint becomes its parameters. An estimate reads bodies in the same way. */
  readonly bodies: BodyReaders<Name, Params>
  /** The price, before anything is done. */
  credits(params: Params): number
  /** Addresses of the pictures that it works on, in the order in which the work receives them. None for work from words. */
  sources(params: Params): readonly string[]
  /** What errors call the source at that position, where there are several: the field that it came in. */
  sourceName?(params: Params, index: number): string
  /**
   * Refuses sources by their size. It is called twice: before the price is held, with undefined for sources that are not
   * stored here, and again before the work, when all sizes are known.
   *
   * @throws ServiceError (400)
   */
  admit?(params: Params, sources: readonly (SourceImage | undefined)[]): void
  /** How many times wider and higher than its source the result is. Left out where that is once. */
  enlargement?(params: Params): number
  /** How many pixels of its sources stay in memory, where it decodes one after the other. Left out where it holds all. */
  readonly keptPixels?: number
  /** Seconds on an idle machine as fast as the one that the figures come from. */
  expectedSeconds(params: Params, sizes: readonly Size[], machine: Machine): number
  /** What a call that waited for the run answers, and its job as the result. */
  reply(run: FinishedRun<Params, Details>): ReplyOf<Name>
}

/** A run that holds others together: each picture is worked on, paid for and answered by itself. */
export interface Batch<Name extends BatchOperation = BatchOperation, Params = unknown> {
  readonly name: Name
  readonly isBatch: true
  /** As /api/capabilities names what performs it. */
  readonly engine: string
  readonly network?: undefined
  readonly detailNetwork?: undefined
  readonly bodies: BodyReaders<Name, { readonly params: Params; readonly items: readonly RunOrder[] }>
}

/** One reader for each endpoint that takes a body for the operation; the document says which endpoints these are. */
type BodyReaders<Name extends ImageOperation, Result> = {
  readonly [Endpoint in keyof OperationBodies[Name]]: BodyReader<OperationBodies[Name][Endpoint], Result>
}

export type BodyReader<Body, Result> = (body: Body, context: BodyContext) => Result

/** What a body is read with. */
export interface BodyContext {
  readonly platforms: Platforms
  /** Whether the operator chose the detail network for what an enhancement enlarges. */
  readonly enhanceDetail: boolean
  /** The address at which the photo of a form was stored. Empty while only the price is asked for. */
  readonly photoUrl: string
  /** The order for one item of a batch. */
  readonly itemOrder: (operation: BatchableOperation, body: object) => RunOrder
}

export type BatchableOperation = keyof typeof ITEM_BODIES

export type ReplyOf<Name extends RunOperation> = Name extends keyof OperationReplies ? OperationReplies[Name] : object

/** An operation and its parameters: what a request for it comes down to. */
export interface RunOrder<Params = unknown> {
  readonly operation: Operation<RunOperation, Params>
  readonly params: Params
  readonly items?: undefined
}

export interface BatchOrder {
  readonly operation: Batch
  readonly params: unknown
  readonly items: readonly RunOrder[]
}

export type Order = RunOrder | BatchOrder

/** The work of an order: of a batch its items. */
export const runOrdersOf = (order: Order): readonly RunOrder[] => (order.items ? order.items : [order])

/** What an order costs. */
export const creditsOf = (order: Order): number =>
  runOrdersOf(order).reduce((sum, { operation, params }) => sum + operation.credits(params), 0)

/** Declares an operation that calls wait for: the document says how long. */
export const defineOperation = <Name extends keyof typeof DEADLINE_SECONDS, Params, Details = NoDetails>(
  declaration: Omit<Operation<Name, Params, Details>, 'deadlineSeconds'>,
): Operation<Name, Params, Details> =>
  Object.freeze({ ...declaration, deadlineSeconds: DEADLINE_SECONDS[declaration.name] })
