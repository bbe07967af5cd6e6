/** What a neural network can be asked for. */
export const NETWORK_USES = ['cutout', 'upscale', 'deblur'] as const
export type NetworkUse = (typeof NETWORK_USES)[number]

/** Numbers in row-major order; the product of `dims` is the length of `data`. */
export interface Tensor {
  readonly data: Float32Array
  readonly dims: readonly number[]
}

/** One network, its weights loaded. */
export interface Network {
  /** As results and /api/capabilities name it: `isnet`, `realesrgan-general-x4` … */
  readonly engine: string
  /** Whether height and width may be any multiples of 64 instead of those of its use. */
  readonly anySize?: boolean
  /**
   * One input, one output. Runs of one process follow one another; the input's buffer belongs to the network afterwards.
   *
   * @throws Error when the network broke down; the caller's work has failed then.
   */
  run(input: Tensor): Promise<Tensor>
}

/** The networks of this process. Every operation has a way without them, which its result names. */
export interface Networks {
  /** The best one for a use, loaded now if it was not; undefined where its weights or the runtime are missing. */
  find(use: NetworkUse): Promise<Network | undefined>
}

/** The engine of each use that a network would serve now. */
export type Serving = Readonly<Partial<Record<NetworkUse, string>>>

/** A server without weights, and tests that want none. */
export const NO_NETWORKS: Networks = { find: async () => undefined }
