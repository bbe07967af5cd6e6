import { blobName } from '../../blobs/blob-store.ts'
import type { SignedLinks } from '../../blobs/signed-links.ts'
import type { Schemas } from '../../contract/index.ts'
import type { Operation, ReplyOf, RunOperation } from '../../operations/define-operation.ts'
import type { EnhanceParams } from '../../operations/enhance/enhance-params.ts'
import { findOperation } from '../../operations/image-operations.ts'
import { describeOutcome, type FinishedRun, type RunFile } from '../../operations/operation-replies.ts'
import type { Run, RunImage } from '../run.ts'
import { createJobViews } from './job-views.ts'
import { createMobileViews } from './mobile-views.ts'
import { createRecordViews } from './record-views.ts'
import { creditsUsed, failureOf, statusOf } from './run-status.ts'

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
      ...(run.state === 'succeeded' ? describeOutcome(run.outcome ?? UNKNOWN_OUTCOME) : {}),
      ...(run.state === 'failed' ? { error: failureOf(run) } : {}),
    }
  }

  /** A finished photo, as the call that created it returns it. */
  const enhancedPhoto = (run: Run): Schemas['EnhancedPhoto'] => photo(run) as Schemas['EnhancedPhoto']

  /** A run in the form from which its operation builds a reply. */
  const finished = ({ id, credits, createdAt, params, originals, outputs, outcome }: Run): FinishedRun => ({
    id,
    credits,
    createdAt,
    params,
    originals: originals.map(file),
    outputs: outputs.map(file),
    outcome: outcome ?? UNKNOWN_OUTCOME,
    details: outcome?.details ?? {},
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

const processingSeconds = ({ startedAt, finishedAt }: Run): number =>
  startedAt && finishedAt ? (Date.parse(finishedAt) - Date.parse(startedAt)) / 1000 : 0
