export { enhanceFolder } from './folder/enhance/enhance-folder.ts'
export { estimateFolder, planFolder } from './folder/enhance/estimate-folder.ts'
export type { EnhanceFolderOptions, FolderOptions, NamedResult } from './folder/enhance/folder-options.ts'
export type {
  FolderPlan,
  FolderQuote,
  FolderReport,
  PlannedFile,
  PlannedOutput,
} from './folder/enhance/folder-report.ts'
export type {
  BatchEvent,
  ErrorRecord,
  FileEvent,
  Format,
  LeftOut,
  OnExisting,
  Output,
  PausedEvent,
  PauseReason,
  ProgressEvent,
  QuoteEvent,
  ResumedEvent,
  Stage,
  StartEvent,
  StoppedEvent,
  StopReason,
  Summary,
} from './folder/folder-events.ts'
export { FORMATS, formatInNames, ON_EXISTING, SCHEMA_VERSION } from './folder/folder-events.ts'
export { type NamedSource, type Placed, sameName, uniqueStems } from './folder/outputs/result-stems.ts'
export { checkWritable } from './folder/outputs/writable-folders.ts'
export type { FolderInput, NamedBytes, NamedFile } from './folder/scan/folder-input.ts'
export { type Candidate, type Uncharged, unchargedOf } from './folder/scan/uncharged-photos.ts'
