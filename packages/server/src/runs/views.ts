import { blobName } from '../blobs/blobs.ts'
import type { Links } from '../blobs/links.ts'
import type { Schemas } from '../contract/index.ts'
import { errorFromRow } from '../errors.ts'
import type { EnhanceParams } from '../operations/enhance.ts'
import type { Run, RunImage } from './run.ts'

export type Views = ReturnType<typeof createViews>

/** How the families tell one run. The only place that knows their words for its states. */
export function createViews({ links }: { links: Links }) {
  const address = ({ role, blob }: RunImage): string =>
    role === 'original' ? links.private(blobName(blob)) : links.result(blobName(blob))

  const source = (run: Run) => {
    const [original] = run.originals
    return original && { url: address(original), width: original.width, height: original.height }
  }

  const files = (run: Run): Schemas['PhotoFiles'] =>
    Object.fromEntries(run.outputs.map((output) => [output.name, address(output)]))

  const metadata = (run: Run) => ({
    preset: (run.params as EnhanceParams).preset,
    ...(run.state === 'succeeded' && run.finishedAt ? { processedAt: run.finishedAt } : {}),
    ...(run.state === 'succeeded' ? { processingTime: processingSeconds(run) } : {}),
  })

  const found = (run: Run) => ({
    engine: run.outcome?.engine ?? 'local',
    faithfulness: run.outcome?.faithfulness ?? 'faithful',
    warnings: (run.outcome?.warnings ?? []).map(({ message }) => message),
  })

  /** A photo of the /v1 family, in any state but revoked. */
  const photo = (run: Run): Schemas['Photo'] => {
    const original = source(run)
    return {
      id: run.id,
      status: photoStatus(run),
      creditsUsed: run.state === 'succeeded' ? run.credits : 0,
      ...(original ? { original } : {}),
      enhanced: files(run),
      metadata: metadata(run),
      ...(run.state === 'succeeded' ? found(run) : {}),
      ...(run.state === 'failed' ? { error: failure(run) } : {}),
    }
  }

  /** A finished photo, as the call that made it answers. */
  const enhancedPhoto = (run: Run): Schemas['EnhancedPhoto'] => photo(run) as Schemas['EnhancedPhoto']

  /** The reply of /api/enhance. */
  const enhanceResult = (run: Run): Schemas['EnhanceResult'] => {
    const [original] = run.originals
    const [output] = run.outputs
    if (!original || !output) throw new Error(`run ${run.id} has no pictures`)
    return {
      id: run.id,
      status: 'completed',
      credits_used: run.credits,
      original_url: address(original),
      enhanced_url: address(output),
      width: output.width,
      height: output.height,
      created_at: run.createdAt,
      ...found(run),
    }
  }

  return { photo, enhancedPhoto, enhanceResult }
}

const PHOTO_STATUS = {
  queued: 'processing',
  running: 'processing',
  succeeded: 'completed',
  failed: 'failed',
  revoked: 'failed',
} as const

const photoStatus = ({ state }: Run) => PHOTO_STATUS[state]

const failure = (run: Pick<Run, 'errorCode' | 'errorMessage'>) => {
  const { code, message } = errorFromRow(run.errorCode, run.errorMessage)
  return { code, message }
}

const processingSeconds = ({ startedAt, finishedAt }: Run): number =>
  startedAt && finishedAt ? (Date.parse(finishedAt) - Date.parse(startedAt)) / 1000 : 0
