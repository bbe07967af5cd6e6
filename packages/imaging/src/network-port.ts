/** What neural networks are used for. */
export const NETWORK_USES = ['cutout', 'upscale', 'deblur', 'detect', 'saliency', 'ware', 'food'] as const
export type NetworkUse = (typeof NETWORK_USES)[number]

/** Numbers in row-major order. The length of `data` is the product of `dims`. */
export interface Tensor {
  readonly data: Float32Array
  readonly dims: readonly number[]
}

/** What a network gives: its first output, and with it the others that the contract of its use has. */
export interface Inference extends Tensor {
  /** In the order of the contract. */
  readonly further?: readonly Tensor[]
}

/** What its users have to know about a network. */
export interface NetworkTraits {
  /** Whether it takes inputs whose height and width are any multiples of 64, and not only the size of its use. */
  readonly anySize?: boolean
  /** The side of the squares that it takes, if another than that of its use. */
  readonly side?: number
  /** Whether its mask of a whole photo needs no second opinion: it is cleaned up and judged, and nothing else. */
  readonly isStrong?: boolean
}

/** A network whose weights are loaded. */
export interface Network extends NetworkTraits {
  /** Its name in results and in /api/capabilities: `isnet`, `realesrgan-general-x4` … */
  readonly engine: string
  /**
   * Runs the network on one input. Runs of one process follow one another. The buffer of the input belongs to the network
   * afterwards.
   *
   * @throws Error when the network fails; the caller's work has failed then
   */
  run(input: Tensor): Promise<Inference>
}

/**
 * The networks of this process. Every operation also works without them, and its result names the engine that was used.
 */
export interface Networks {
  /** The best network for a use, loaded on first use; undefined if its weights or the runtime are missing. */
  find(use: NetworkUse): Promise<Network | undefined>
  /**
   * The mask that a service outside made of a whole picture, in whatever size; undefined when there is none, so that the networks
   * find it. Missing where no service is asked.
   */
  provided?(picture: Picture): Promise<ProvidedMask | undefined>
}

/** `Pixels`, and a `SoftMask` with its maker, as far as this room knows them. */
interface Picture {
  readonly data: Uint8Array
  readonly width: number
  readonly height: number
  readonly channels: 3 | 4
}

/** A mask that was not made here: 0 (surroundings) to 255 (subject), row by row. */
export interface ProvidedMask {
  readonly alpha: Uint8Array
  readonly width: number
  readonly height: number
  /** Who made it, for results. */
  readonly engine: string
}

/** The engine of each use for which a network is available now. */
export type Serving = Readonly<Partial<Record<NetworkUse, string>>>

/** For a server without weights, and for tests. */
export const NO_NETWORKS: Networks = { find: async () => undefined }
