/** What an operation needs somebody to be able to do. Configuration maps each to an engine. */
export type Capability = 'pixels' | 'cutout' | 'upscale' | 'synthesis' | 'motion' | 'copy'

/**
 * One thing that can be done to images, declared once for every door. Its other half, the pixels, is in
 * `work.ts` under the same name: threads load that table, the rest of the server does not need it.
 */
export interface Operation<Params = unknown> {
  readonly name: string
  readonly capability: Capability
  /** Whether its runs tell photo.enhancement.started, completed and failed, and stand in /v1/photos. */
  readonly photoEvents: boolean
  /** Seconds after which the work is stopped and given up. */
  readonly deadlineSeconds: number
  /** Price, before anything is done. */
  credits(params: Params): number
  /** Addresses of the pictures it works on, in the order in which the work receives them. */
  sources(params: Params): readonly string[]
}

export const defineOperation = <Params>(operation: Operation<Params>): Operation<Params> => Object.freeze(operation)
