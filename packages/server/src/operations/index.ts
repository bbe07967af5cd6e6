import { aiEnhance } from './ai-enhance.ts'
import { batchProcess, processBatch } from './batches.ts'
import type { Operation } from './define.ts'
import { enhance } from './enhance.ts'
import { enhanceColors } from './enhance-colors.ts'
import { exportPlatform } from './export-platform.ts'
import { fixBlur } from './fix-blur.ts'
import { heroShot } from './hero-shot.ts'
import { inpaint } from './inpaint.ts'
import { match } from './match.ts'
import { platformOptimize } from './platform-optimize.ts'
import { processImage } from './process-image.ts'
import { relight } from './relight.ts'
import { removeBackground } from './remove-background.ts'
import { smartEdit } from './smart-edit.ts'
import { smartLayers } from './smart-layers.ts'
import { upscale } from './upscale.ts'

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
    batchProcess,
    processBatch,
  ].map((one) => [one.name, one as Operation<never>]),
)

export const operationNamed = (name: string): Operation<never> => {
  const operation = OPERATIONS.get(name)
  if (!operation) throw new Error(`no operation ${name}`)
  return operation
}
