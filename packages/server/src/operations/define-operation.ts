import type { NetworkUse } from '@platelight/imaging/network-port.ts'
import type { Body, OperationId } from '../contract/index.ts'

/** What an operation needs somebody to be able to do. Configuration maps each to an engine. */
export type Capability = 'pixels' | 'cutout' | 'upscale' | 'synthesis' | 'motion' | 'copy'

/**
 * One thing that can be done to images, declared once for every door. Its other half, the pixels, is in
 * `work.ts` under the same name: threads load that table, the rest of the server does not need it.
 */
export interface Operation<Params = unknown> {
  readonly name: string
  /** A batch has no work of its own: an order of it has items. */
  readonly isBatch?: true
  readonly capability: Capability
  /** What does it on this machine, as replies and /api/capabilities call it; with a `network`, what does without it. */
  readonly engine: string
  /** The network that does it where there is one; results then name that network's engine. */
  readonly network?: NetworkUse
  /** Whether its runs tell photo.enhancement.started, completed and failed, and stand in /v1/photos. */
  readonly photoEvents: boolean
  /** Seconds after which the work is stopped and given up. */
  readonly deadlineSeconds: number
  /** Price, before anything is done. */
  credits(params: Params): number
  /** Addresses of the pictures it works on, in the order in which the work receives them. */
  sources(params: Params): readonly string[]
  /** What errors call the source at that place, where there are several; the field it came in. */
  sourceName?(params: Params, index: number): string
  /**
   * Refuses sources by what they measure, undefined where that is not known yet. Asked before the price is held, about
   * what is stored here, and again before the work, when all is known.
   *
   * @throws ServiceError (400)
   */
  admit?(params: Params, sources: readonly (SourceImage | undefined)[]): void
}

/** In pixels. */
export interface Size {
  readonly width: number
  readonly height: number
}

/** What a header tells of a picture. */
export interface SourceImage extends Size {
  /** Left out where it is not known. */
  readonly hasAlpha?: boolean
}

/** An operation and what to do it with: what a request for it comes down to. */
export interface Order<Params = unknown> {
  readonly operation: Operation<Params>
  readonly params: Params
  /** What a batch consists of: each item is worked on, priced and told by itself. */
  readonly items?: readonly Order[]
}

/** What an order costs: of a batch the sum of its items, which alone hold anything. */
export const creditsOf = ({ operation, params, items }: Order): number =>
  items ? items.reduce((sum, item) => sum + creditsOf(item), 0) : operation.credits(params)

/** How each endpoint of a noun translates a body. The one way, for doing it and for telling what it would cost. */
export type Orders<Noun extends string> = {
  readonly [Id in OperationId as Id extends `${Noun}.${infer Method}` ? Method : never]?: (body: Body<Id>) => Order
}

export const order = <Params>(operation: Operation<Params>, params: Params): Order<Params> => ({ operation, params })

export const defineOperation = <Params>(operation: Operation<Params>): Operation<Params> => Object.freeze(operation)

/** Declares a batch: a run that only holds its items together. They are what is worked on and paid for. */
export const defineBatch = <Params>(name: string): Operation<Params> =>
  defineOperation({
    name,
    isBatch: true,
    capability: 'pixels',
    engine: 'local',
    photoEvents: false,
    // The answer comes at once, and each item has a deadline of its own.
    deadlineSeconds: 60,
    credits: () => 0,
    sources: () => [],
  })
