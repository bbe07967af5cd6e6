import type { ImageLimits } from '@platelight/imaging/codec/file/image-limits.ts'
import type { Networks } from '@platelight/imaging/network-port.ts'
import { aiEnhanceWork } from './ai-enhance/ai-enhance-work.ts'
import type { EnhanceParams } from './enhance/enhance-operation.ts'
import { enhanceWork } from './enhance/enhance-work.ts'
import { enhanceColorsWork } from './enhance-colors/enhance-colors-work.ts'
import { fixBlurWork } from './fix-blur/fix-blur-work.ts'
import { heroShotWork } from './hero-shot/hero-shot-work.ts'
import { inpaintWork } from './inpaint/inpaint-work.ts'
import { matchWork } from './match/match-work.ts'
import { exportPlatformWork, platformCheckWork, platformOptimizeWork } from './platforms/platform-work.ts'
import { processImageWork } from './process-image/process-image-work.ts'
import { relightWork } from './relight/relight-work.ts'
import { removeBackgroundWork } from './remove-background/remove-background-work.ts'
import { smartEditWork } from './smart-edit/smart-edit-work.ts'
import { smartLayersWork } from './smart-layers/smart-layers-work.ts'
import { upscaleWork } from './upscale/upscale-work.ts'

/** A finished picture, still in memory. */
export interface OutputImage {
  /** Key among the run's outputs: square, portrait … */
  readonly name: string
  readonly bytes: Uint8Array
  readonly mime: string
  readonly extension: string
  readonly width: number
  readonly height: number
}

export interface Warning {
  readonly code: string
  readonly message: string
}

/** What the work found and did beside the pictures; kept with the run. */
export interface Outcome {
  readonly engine: string
  readonly faithfulness: 'faithful' | 'retouch' | 'generative'
  readonly warnings: readonly Warning[]
  readonly recipe: unknown
  /** What the reply of this operation says beside what every reply says, as it stands on the wire. */
  readonly details?: Readonly<Record<string, unknown>>
}

export interface WorkResult extends Outcome {
  readonly outputs: readonly OutputImage[]
}

/** What all work has at hand. */
export interface WorkContext {
  readonly limits: ImageLimits
  readonly networks: Networks
  /** Told now and then how far the work is, where somebody listens. */
  readonly report?: ReportProgress
}

/** How far work is: `current` of `total`, and a sentence about it. */
export interface ProgressReport {
  readonly current: number
  readonly total: number
  readonly status: string
}

export type ReportProgress = (done: ProgressReport) => void

export type Work<Params = never> = (
  images: readonly Uint8Array[],
  params: Params,
  context: WorkContext,
) => Promise<WorkResult>

/** The pixels of every operation, run in worker threads. */
export const WORK: Readonly<Record<string, Work>> = {
  enhance: async ([photo], params: EnhanceParams, context) => {
    if (!photo) throw new Error('enhance works on one photo')
    const {
      outputs,
      source: _,
      ...outcome
    } = await enhanceWork(photo, { ...params, formats: [...params.formats] }, context.limits, context.networks, context)
    return { outputs: outputs, ...outcome }
  },

  'ai-enhance': aiEnhanceWork,
  'enhance-colors': enhanceColorsWork,
  'smart-edit': smartEditWork,
  match: matchWork,

  upscale: upscaleWork,

  'remove-background': removeBackgroundWork,
  'platform-optimize': platformOptimizeWork,
  'export-platform': exportPlatformWork,
  'platform-check': platformCheckWork,
  'process-image': processImageWork,
  relight: relightWork,
  'fix-blur': fixBlurWork,
  inpaint: inpaintWork,
  'hero-shot': heroShotWork,
  'smart-layers': smartLayersWork,
}
