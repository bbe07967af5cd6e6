import { blobName } from '../../blobs/blob-store.ts'
import type { SignedLinks } from '../../blobs/signed-links.ts'
import type { Schemas } from '../../contract/index.ts'
import type { Operation, ReplyOf, RunOperation } from '../../operations/define-operation.ts'
import type { EnhanceParams } from '../../operations/enhance/enhance-params.ts'
import { findOperation } from '../../operations/image-operations.ts'
import { describeOutcome, type FinishedRun, type RunFile } from '../../operations/operation-replies.ts'
import type { Progress, Run, RunImage } from '../run.ts'
import { batchProgress } from '../store/batch-repository.ts'
import { createRecordViews } from './record-views.ts'
import { creditsUsed, failureOf, queueStatusOf, statusOf } from './run-status.ts'

export type Views = ReturnType<typeof createViews>

/** A run in the form of each family. */
export function createViews({ links }: { links: SignedLinks }) {
  const address = ({ role, blob }: RunImage): string =>
    role === 'original' ? links.private(blobName(blob)) : links.result(blobName(blob))

  const file = (image: RunImage): RunFile => ({
    name: image.name,
    url: address(image),
    width: image.width,
    height: image.height,
  })

  const source = (run: Run) => {
    const [original] = run.originals
    return original && { url: address(original), width: original.width, height: original.height }
  }

  const files = (run: Run): Schemas['PhotoFiles'] =>
    Object.fromEntries(run.outputs.map((output) => [output.name, address(output)]))

  const metadata = (run: Run) => ({
    // A picture of another operation has no preset, so the name of the operation takes its place.
    preset: (run.params as Partial<EnhanceParams>).preset ?? run.operation,
    ...(run.state === 'succeeded' && run.finishedAt ? { processedAt: run.finishedAt } : {}),
    ...(run.state === 'succeeded' ? { processingTime: processingSeconds(run) } : {}),
  })

  /** A photo of the /v1 family, in any state but revoked. */
  const photo = (run: Run): Schemas['Photo'] => {
    const original = source(run)
    return {
      id: run.id,
      status: statusOf(run),
      creditsUsed: creditsUsed(run),
      ...(original ? { original } : {}),
      enhanced: files(run),
      metadata: metadata(run),
      ...(run.state === 'succeeded' ? describeOutcome(outcomeOf(run)) : {}),
      ...(run.state === 'failed' ? { error: failureOf(run) } : {}),
    }
  }

  /** A finished photo, as the call that created it returns it. */
  const enhancedPhoto = (run: Run): Schemas['EnhancedPhoto'] => photo(run) as Schemas['EnhancedPhoto']

  /** A run in the form from which its operation builds a reply. */
  const finished = (run: Run): FinishedRun => ({
    id: run.id,
    credits: run.credits,
    createdAt: run.createdAt,
    params: run.params,
    originals: run.originals.map(file),
    outputs: run.outputs.map(file),
    outcome: outcomeOf(run),
    details: run.outcome?.details ?? {},
  })

  /** The reply of the call that waited for a run of that operation. */
  const reply = <Name extends RunOperation>(operation: Operation<Name>, run: Run): ReplyOf<Name> =>
    operation.reply(finished(run))

  /**
   * The reply of the call that started a finished run, or that it would have had. Undefined for operations that no longer
   * exist, and for a batch, which `jobStatus` describes with its items.
   */
  const result = (run: Run): Record<string, unknown> | undefined => {
    if (run.channel === 'v1') return { ...enhancedPhoto(run) }
    const operation = findOperation(run.operation)
    return operation && !operation.isBatch ? { ...reply(operation, run) } : undefined
  }

  const jobViews = createJobViews({ result })
  return {
    photo,
    enhancedPhoto,
    result,
    reply,
    ...createRecordViews({ address, result }),
    ...jobViews,
    ...createMobileViews(jobViews),
  }
}

/** For a run that was finished before outcomes were stored. */
const UNKNOWN_OUTCOME = { engine: 'local', faithfulness: 'faithful', warnings: [] } as const

/** The outcome with the warnings about the request, which come first. */
const outcomeOf = ({ outcome, warnings }: Run): FinishedRun['outcome'] => {
  const known = outcome ?? UNKNOWN_OUTCOME
  return { ...known, warnings: [...warnings, ...known.warnings].slice(0, MOST_WARNINGS) }
}

/** As the document says. */
const MOST_WARNINGS = 50

const processingSeconds = ({ startedAt, finishedAt }: Run): number =>
  startedAt && finishedAt ? (Date.parse(finishedAt) - Date.parse(startedAt)) / 1000 : 0

/** A run in the form of the queue family, and a batch with its items. */
function createJobViews({ result }: { result: (run: Run) => Record<string, unknown> | undefined }) {
  /** The result of one item of a batch. */
  const item = (run: Run): Schemas['JobBatchItem'] => {
    const index = run.place ?? 0
    if (run.state !== 'succeeded') return { index, status: 'failed', error: failureOf(run) }
    // Without pictures there is no result to return: it has been deleted since.
    if (run.outputs.length === 0) return { index, status: 'failed', error: DELETED }
    const reply = result(run)
    return { index, status: 'completed', ...(reply && { result: reply }) }
  }

  /** The reply of GET /api/jobs/{job_id}/status. @param items of a batch, in order */
  const jobStatus = (run: Run, items: readonly Run[]): Schemas['JobStatus'] => {
    const isBatch = run.items !== null
    const common = { job_id: run.id, status: queueStatusOf(run) }
    if (run.state === 'queued') return common
    if (run.state === 'running') return { ...common, progress: run.progress ?? beginning(run) }
    if (run.state === 'succeeded')
      return { ...common, result: isBatch ? { items: items.map(item) } : (result(run) ?? {}) }
    const { code, message } = failureOf(run)
    return { ...common, error: message, error_code: code, ...(isBatch && { items: items.map(item) }) }
  }

  /** The reply of DELETE /api/jobs/{job_id}, which stays the same when it is repeated. */
  const jobRevoked = (run: Run, items: readonly Run[]): Schemas['JobRevoked'] => {
    const done = items.filter(({ state }) => state === 'succeeded').length
    const message =
      done === 0
        ? 'The job was revoked and its credits released.'
        : `The job was revoked. ${done} of its ${items.length} pictures ${done === 1 ? 'was' : 'were'} finished and paid for before; the other credits are released.`
    return { job_id: run.id, status: 'revoked', message }
  }

  return { jobStatus, jobRevoked }
}

const DELETED = { code: 'not_found', message: 'It was finished, and its picture has been deleted since.' }

const beginning = ({ items }: Run): Progress =>
  items === null ? { current: 0, total: 1, percent: 0, status: 'At work' } : batchProgress(0, items)

type MobileJob = Schemas['MobileJob']

/** A run in the form of the mobile and web apps: its serial, and the queue's data in the words of the apps. */
const createMobileViews = ({
  jobStatus,
}: {
  jobStatus: (run: Run, items: readonly Run[]) => Schemas['JobStatus']
}) => ({
  /** The reply of a submission and of GET /api/mobile/jobs/{job_id}. @param items of a batch, in order */
  mobileJob: (run: Run, items: readonly Run[]): MobileJob => {
    const status = statusOf(run)
    const { progress, result } = jobStatus(run, items)
    return {
      job_id: run.serial,
      status,
      ...(status === 'processing' && { progress: progress ?? WAITING }),
      ...(status === 'completed' && { result: result ?? {} }),
      ...(status === 'failed' && { error: failureOf(run) }),
      ...(run.warnings.length > 0 && { warnings: [...run.warnings] }),
    }
  },
})

const WAITING: Progress = { current: 0, total: 1, percent: 0, status: 'Waiting' }
