import { aiEnhanceWork } from './ai-enhance/ai-enhance-work.ts'
import { assetWork } from './assets/asset-work.ts'
import { brandLogoWork } from './brand-logo/brand-logo-work.ts'
import { captionCopyWork } from './caption-copy/caption-copy-work.ts'
import { composeWork } from './compose/compose-work.ts'
import { readMaskWork } from './cutouts/read-mask-work.ts'
import type { RunOperation } from './define-operation.ts'
import type { NoDetails, Work } from './define-work.ts'
import { demoEnhanceWork } from './demo-enhance/demo-enhance-work.ts'
import { editWork, instructedWork } from './edit/instructed-work.ts'
import { enhanceWork } from './enhance/enhance-work.ts'
import { enhanceColorsWork } from './enhance-colors/enhance-colors-work.ts'
import { enrichWork } from './enrich/enrich-work.ts'
import { exportPlatformWork } from './export-platform/export-platform-work.ts'
import { findSubjectWork } from './find-subject/find-subject-work.ts'
import { fixBlurWork } from './fix-blur/fix-blur-work.ts'
import { finishPicturesWork } from './generate/finish-pictures-work.ts'
import { prepareReferencesWork } from './generate/prepare-references-work.ts'
import { previewWork } from './generate/preview-work.ts'
import { heroShotWork } from './hero-shot/hero-shot-work.ts'
import type { OPERATIONS } from './image-operations.ts'
import { inpaintWork } from './inpaint/inpaint-work.ts'
import { prepareAreaWork } from './inpaint/prepare-area-work.ts'
import { matchWork } from './match/match-work.ts'
import { platformCheckWork } from './platform-check/platform-check-work.ts'
import { platformOptimizeWork } from './platform-optimize/platform-optimize-work.ts'
import { processImageWork } from './process-image/process-image-work.ts'
import { reelWork } from './reel/reel-work.ts'
import { relightWork } from './relight/relight-work.ts'
import { removeBackgroundWork } from './remove-background/remove-background-work.ts'
import { smartEditWork } from './smart-edit/smart-edit-work.ts'
import { smartLayersWork } from './smart-layers/smart-layers-work.ts'
import { upscaleWork } from './upscale/upscale-work.ts'

/** Work that is no operation: measurements and logos, without a run, and what surrounds the pictures of a provider. */
const OTHER_WORKS = {
  'platform-check': platformCheckWork,
  'find-subject': findSubjectWork,
  'brand-logo': brandLogoWork,
  'prepare-references': prepareReferencesWork,
  'prepare-area': prepareAreaWork,
  'finish-pictures': finishPicturesWork,
  'read-mask': readMaskWork,
} as const

/** The tasks of engines: the work of each operation, and other work. */
export type TaskName = RunOperation | keyof typeof OTHER_WORKS

/** The work of an operation, with the operation's parameters and details. */
type WorkOf<Name extends RunOperation> = Work<ParamsOf<(typeof OPERATIONS)[Name]>, DetailsOf<(typeof OPERATIONS)[Name]>>
type ParamsOf<Declared> = Declared extends { credits(params: infer Params): number } ? Params : never
type DetailsOf<Declared> = Declared extends { reply(run: { readonly details: infer Details }): unknown }
  ? Details
  : NoDetails

/** The work of every operation. Only worker threads load it. */
export const OPERATION_WORKS = {
  enhance: enhanceWork,
  'demo-enhance': demoEnhanceWork,
  'ai-enhance': aiEnhanceWork,
  'enhance-colors': enhanceColorsWork,
  'smart-edit': smartEditWork,
  match: matchWork,
  upscale: upscaleWork,
  'remove-background': removeBackgroundWork,
  'platform-optimize': platformOptimizeWork,
  'export-platform': exportPlatformWork,
  relight: relightWork,
  'fix-blur': fixBlurWork,
  inpaint: inpaintWork,
  'hero-shot': heroShotWork,
  'smart-layers': smartLayersWork,
  edit: editWork,
  'chat-edit': instructedWork,
  'layer-edit': instructedWork,
  compose: composeWork,
  'process-image': processImageWork,
  generate: previewWork,
  'generate-v2': previewWork,
  reel: reelWork,
  enrich: enrichWork,
  'caption-copy': captionCopyWork,
  asset: assetWork,
  ...OTHER_WORKS,
} satisfies { readonly [Name in RunOperation]: WorkOf<Name> } & typeof OTHER_WORKS
