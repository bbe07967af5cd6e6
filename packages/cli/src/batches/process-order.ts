import type { Platelight } from '@platelight/sdk'
import type { OperationFlags } from '../operations/operation-items.ts'

export type Step = Parameters<Platelight['images']['process']>[0]['steps'][number]

/** What a photo can be taken through, as it is typed. */
export const STEPS = ['upscale', 'remove-background', 'enhance-colors', 'relight'] as const

/** The same as the server calls it. */
export const stepOf = (typed: (typeof STEPS)[number]): Step => typed.replaceAll('-', '_') as Step

/** What is asked for, the same for every photo. */
export interface ProcessRequest {
  readonly steps: readonly Step[]
  readonly scale?: 2 | 4
  readonly format?: 'jpeg' | 'png' | 'webp' | 'avif'
}

/** Pictures one batch may hold. */
export const BATCH = 100

/** Flags of `platelight process`, as commander reads them. */
export interface ProcessFlags extends OperationFlags {
  readonly do: readonly (typeof STEPS)[number][]
  readonly scale?: 2 | 4
  readonly format?: NonNullable<ProcessRequest['format']>
}
