import { columns } from '../base/text-layout.ts'
import { escapeControls } from '../reporting/run-wording.ts'
import { itemsOf, type JobItem, type JobSnapshot } from './follow-job.ts'

/** Describes a job as text, one line per detail. */
export function jobText(snapshot: JobSnapshot): string {
  const { jobId, rawStatus, progress, error, result } = snapshot
  const items = itemsOf(snapshot)
  return columns([
    ['id', String(jobId)],
    ['status', escapeControls(rawStatus)],
    ...(progress ? [['progress', `${escapeControls(progress.status)} (${progress.percent} %)`]] : []),
    ...(error ? [['error', `${escapeControls(error.message)} (${error.code})`]] : []),
    ...(items ? items.map(itemRow) : addressesIn(result)),
  ])
}

const itemRow = ({ index, status, result, error }: JobItem): string[] => [
  String(index),
  error
    ? `${status}: ${escapeControls(error.message)} (${error.code})`
    : `${status}  ${addressesIn(result)[0]?.[1] ?? ''}`,
]

/** The URL of the result picture; the name of its field depends on the operation. */
function addressesIn(result: unknown): string[][] {
  const { result_url, enhanced_url } = (result ?? {}) as { result_url?: string; enhanced_url?: string }
  const url = result_url ?? enhanced_url
  return url === undefined ? [] : [['result', url]]
}
