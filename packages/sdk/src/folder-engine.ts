// The engine of folder runs, exported for this project's command line. It is not part of the public API and may change in
// any version.

export { createLinkReader } from './client/link-reader.ts'
export { environmentFetch } from './files/environment-fetch.ts'
export { type EnvironmentProxy, proxyFor } from './files/environment-proxy.ts'
export type { Stop } from './folder/engine/failure-verdict.ts'
export { idempotencyKey } from './folder/engine/request-key.ts'
export { prepareFolders, type RunTools, runPhotos, WITHOUT_WAITING } from './folder/engine/run-photos.ts'
export { dayOf } from './folder/enhance/photo-items.ts'
export { creditsSpentSince } from './folder/ledger/ledger-view.ts'
export { acquireLock } from './folder/ledger/run-ledger.ts'
export {
  existingOutputs,
  extensionOf,
  freeTargets,
  numbered,
  type OutputTarget,
  pathOf,
  possiblePaths,
} from './folder/outputs/output-targets.ts'
export { foldersOf, isPhotoPath, pathsOf, placePhotos } from './folder/outputs/place-photos.ts'
export type { ResultNames, ResultNamesOption } from './folder/scan/earlier-results.ts'
export { isGlob, photosMatching } from './folder/scan/glob-input.ts'
export { type FoundPhotos, findPhotos, type PhotoSource } from './folder/scan/photo-sources.ts'
export { walk } from './folder/scan/walk-folder.ts'
