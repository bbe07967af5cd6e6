import type { OutputFormat } from '@platelight/imaging/codec/file/image-formats.ts'
import { defineBatch } from '../define-operation.ts'
import type { ProcessStep } from '../process-image/process-image-operation.ts'

/** What a batch over one operation was asked for; the work is in its items. */
export interface OperationBatchParams {
  readonly image_urls: readonly string[]
  /** Name of the operation that each picture goes through, and its parameters on the wire. */
  readonly operation: string
  readonly params: Readonly<Record<string, unknown>>
}

export const operationBatch = defineBatch<OperationBatchParams>('batch-process')

/** What a batch through several steps was asked for. */
export interface StepsBatchParams {
  readonly image_urls: readonly string[]
  readonly steps: readonly ProcessStep[]
  readonly scale: 2 | 4
  readonly format?: OutputFormat
}

export const stepsBatch = defineBatch<StepsBatchParams>('process')
