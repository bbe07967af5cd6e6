import type { Capability } from '../base/engine-capability.ts'
import { aiEnhance } from './ai-enhance/ai-enhance-operation.ts'
import { asset } from './assets/asset-operation.ts'
import { operationBatch } from './batches/operation-batch.ts'
import { stepsBatch } from './batches/steps-batch.ts'
import { captionCopy } from './caption-copy/caption-copy-operation.ts'
import { compose } from './compose/compose-operation.ts'
import type { Batch, BatchOperation, Operation, RunOperation } from './define-operation.ts'
import { demoEnhance } from './demo-enhance/demo-enhance-operation.ts'
import { chatEdit } from './edit/chat-edit-operation.ts'
import { edit } from './edit/edit-operation.ts'
import { layerEdit } from './edit/layer-edit-operation.ts'
import { enhance } from './enhance/enhance-operation.ts'
import { enhanceColors } from './enhance-colors/enhance-colors-operation.ts'
import { enrich } from './enrich/enrich-operation.ts'
import { exportPlatform } from './export-platform/export-platform-operation.ts'
import { fixBlur } from './fix-blur/fix-blur-operation.ts'
import { generate } from './generate/generate-operation.ts'
import { generateV2 } from './generate/generate-v2-operation.ts'
import { heroShot } from './hero-shot/hero-shot-operation.ts'
import { inpaint } from './inpaint/inpaint-operation.ts'
import { match } from './match/match-operation.ts'
import { platformOptimize } from './platform-optimize/platform-optimize-operation.ts'
import { processImage } from './process-image/process-image-operation.ts'
import { reel } from './reel/reel-operation.ts'
import { relight } from './relight/relight-operation.ts'
import { removeBackground } from './remove-background/remove-background-operation.ts'
import { smartEdit } from './smart-edit/smart-edit-operation.ts'
import { smartLayers } from './smart-layers/smart-layers-operation.ts'
import { upscale } from './upscale/upscale-operation.ts'

/** Every operation that the document names and that is built. Their work is in `operation-works.ts`. */
export const OPERATIONS = {
  enhance,
  'demo-enhance': demoEnhance,
  'ai-enhance': aiEnhance,
  'enhance-colors': enhanceColors,
  'smart-edit': smartEdit,
  match,
  upscale,
  'remove-background': removeBackground,
  'platform-optimize': platformOptimize,
  'export-platform': exportPlatform,
  relight,
  'fix-blur': fixBlur,
  inpaint,
  'hero-shot': heroShot,
  'smart-layers': smartLayers,
  edit,
  'chat-edit': chatEdit,
  'layer-edit': layerEdit,
  compose,
  'process-image': processImage,
  generate,
  'generate-v2': generateV2,
  reel,
  enrich,
  'caption-copy': captionCopy,
  asset,
  'batch-process': operationBatch,
  process: stepsBatch,
} satisfies { readonly [Name in RunOperation]: Operation<Name> } & { readonly [Name in BatchOperation]: Batch<Name> }

const BY_NAME: ReadonlyMap<string, Operation | Batch> = new Map(Object.entries(OPERATIONS))

/**
 * The operation or batch of that name; undefined when it is no longer offered.
 */
export const findOperation = (name: string): Operation | Batch | undefined => BY_NAME.get(name)

/** The operation of a run. @throws Error when there is none, because the run is from another version */
export function operationNamed(name: string): Operation {
  const operation = findOperation(name)
  if (!operation || operation.isBatch) throw new Error(`no operation ${name}`)
  return operation
}

/** The names of the operations that need one of these capabilities. */
export const operationsOf = (capabilities: readonly Capability[]): string[] =>
  [...BY_NAME.keys()].filter((name) => capabilities.includes(capabilityOf(name)))

/** What an operation needs an engine to be able to do. An operation that an earlier version knew counts as plain work. */
export function capabilityOf(name: string): Capability {
  const operation = findOperation(name)
  return operation && !operation.isBatch ? operation.capability : 'pixels'
}
