export { enhanceFolder } from '../folder/enhance-folder.ts'
export { estimateFolder, planFolder } from '../folder/estimate-folder.ts'
export type {
  BatchEvent,
  ErrorRecord,
  FileEvent,
  Format,
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
} from '../folder/events.ts'
export { FORMATS, formatInNames, ON_EXISTING, SCHEMA_VERSION } from '../folder/events.ts'
export { type NamedSource, type Placed, sameName, uniqueStems } from '../folder/names.ts'
export type { EnhanceFolderOptions, FolderInput, FolderOptions, NamedBytes, NamedFile } from '../folder/options.ts'
export { checkWritable } from '../folder/preflight.ts'
export type { FolderPlan, FolderQuote, FolderReport, PlannedFile, PlannedOutput } from '../folder/report.ts'
export { type Candidate, type Uncharged, unchargedOf } from '../folder/uncharged.ts'
