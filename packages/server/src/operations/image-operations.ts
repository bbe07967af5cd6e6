import { aiEnhance } from './ai-enhance/ai-enhance-operation.ts'
import { operationBatch, stepsBatch } from './batch/batch-operations.ts'
import type { Operation } from './define-operation.ts'
import { enhance } from './enhance/enhance-operation.ts'
import { enhanceColors } from './enhance-colors/enhance-colors-operation.ts'
import { exportPlatform } from './export-platform/export-platform-operation.ts'
import { fixBlur } from './fix-blur/fix-blur-operation.ts'
import { heroShot } from './hero-shot/hero-shot-operation.ts'
import { inpaint } from './inpaint/inpaint-operation.ts'
import { match } from './match/match-operation.ts'
import { platformOptimize } from './platform-optimize/platform-optimize-operation.ts'
import { processImage } from './process-image/process-image-operation.ts'
import { relight } from './relight/relight-operation.ts'
import { removeBackground } from './remove-background/remove-background-operation.ts'
import { smartEdit } from './smart-edit/smart-edit-operation.ts'
import { smartLayers } from './smart-layers/smart-layers-operation.ts'
import { upscale } from './upscale/upscale-operation.ts'

/** Every operation, by the name that stands in runs and in the document's `x-operation`. */
export const OPERATIONS: ReadonlyMap<string, Operation<never>> = new Map(
  [
    enhance,
    aiEnhance,
    enhanceColors,
    smartEdit,
    match,
    upscale,
    removeBackground,
    platformOptimize,
    exportPlatform,
    relight,
    fixBlur,
    inpaint,
    heroShot,
    smartLayers,
    processImage,
    operationBatch,
    stepsBatch,
  ].map((one) => [one.name, one as Operation<never>]),
)

export const operationNamed = (name: string): Operation<never> => {
  const operation = OPERATIONS.get(name)
  if (!operation) throw new Error(`no operation ${name}`)
  return operation
}
