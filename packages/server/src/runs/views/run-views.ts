import { blobName } from '../../blobs/blob-store.ts'
import type { SignedLinks } from '../../blobs/signed-links.ts'
import type { Schemas } from '../../contract/index.ts'
import type { EnhanceParams } from '../../operations/enhance/enhance-operation.ts'
import { OPERATIONS } from '../../operations/image-operations.ts'
import type { Run, RunImage } from '../run.ts'
import { createJobViews } from './job-views.ts'
import { createMobileViews } from './mobile-views.ts'
import { createRecordViews } from './record-views.ts'
import { creditsUsed, failureOf, statusOf } from './run-status.ts'

export type Views = ReturnType<typeof createViews>

/** How the families tell one run. */
export function createViews({ links }: { links: SignedLinks }) {
  const address = ({ role, blob }: RunImage): string =>
    role === 'original' ? links.private(blobName(blob)) : links.result(blobName(blob))

  const source = (run: Run) => {
    const [original] = run.originals
    return original && { url: address(original), width: original.width, height: original.height }
  }

  const files = (run: Run): Schemas['PhotoFiles'] =>
    Object.fromEntries(run.outputs.map((output) => [output.name, address(output)]))

  const metadata = (run: Run) => ({
    // A picture that another operation made has no preset; it is told by what made it.
    preset: (run.params as Partial<EnhanceParams>).preset ?? run.operation,
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
      status: statusOf(run),
      creditsUsed: creditsUsed(run),
      ...(original ? { original } : {}),
      enhanced: files(run),
      metadata: metadata(run),
      ...(run.state === 'succeeded' ? found(run) : {}),
      ...(run.state === 'failed' ? { error: failureOf(run) } : {}),
    }
  }

  /** A finished photo, as the call that made it answers. */
  const enhancedPhoto = (run: Run): Schemas['EnhancedPhoto'] => photo(run) as Schemas['EnhancedPhoto']

  /** A finished run of one picture: what came in, what came out, and what every reply about it says. */
  const single = (run: Run) => {
    const [original] = run.originals
    const [output] = run.outputs
    if (!original || !output) throw new Error(`run ${run.id} has no pictures`)
    const { id, credits: credits_used, createdAt: created_at } = run
    return { original, output, common: { id, status: 'completed' as const, credits_used, created_at, ...found(run) } }
  }

  /** The reply of /api/enhance. */
  const enhanceResult = (run: Run): Schemas['EnhanceResult'] => {
    const { original, output, common } = single(run)
    return {
      ...common,
      original_url: address(original),
      enhanced_url: address(output),
      width: output.width,
      height: output.height,
    }
  }

  /** The reply of /api/upscale. */
  const upscaleResult = (run: Run): Schemas['UpscaleResult'] => {
    const { original, output, common } = single(run)
    return {
      ...common,
      result_url: address(output),
      original_size: { width: original.width, height: original.height },
      upscaled_size: { width: output.width, height: output.height },
    }
  }

  /** The reply of every operation on one picture whose shape the contract leaves open, with what is its own beside. */
  const pictureResult = (run: Run): Schemas['PictureResult'] => {
    const { original, output, common } = single(run)
    return {
      ...common,
      ...run.outcome?.details,
      original_url: address(original),
      result_url: address(output),
      width: output.width,
      height: output.height,
    }
  }

  /** The reply of /api/smart-layers: what was found of each layer, with the address of its mask. */
  const layersResult = (run: Run): Schemas['SmartLayersResult'] => {
    const { original, output, common } = single(run)
    const { layers } = (run.outcome?.details ?? {}) as { layers: Omit<Schemas['SmartLayer'], 'mask_url'>[] }
    const maskOf = (id: string) => run.outputs.find(({ name }) => name === id) ?? output
    return {
      ...common,
      original_url: address(original),
      width: output.width,
      height: output.height,
      layers: layers.map((layer) => ({ ...layer, mask_url: address(maskOf(layer.id)) })),
    }
  }

  /** The reply of /api/menu-consistency: each photo as it came and as it is now, with what was measured. */
  const matchResult = (run: Run): Schemas['MenuConsistencyResult'] => {
    const { common } = single(run)
    const { pictures, ...batch } = (run.outcome?.details ?? {}) as Pick<
      Schemas['MenuConsistencyResult'],
      'reference' | 'score_before' | 'score' | 'outliers'
    > & { readonly pictures: Omit<Schemas['MatchedImage'], 'url' | 'original_url' | 'width' | 'height'>[] }
    return {
      ...common,
      ...batch,
      images: pictures.map((picture, position) => {
        const [original, output] = [run.originals[position], run.outputs[position]]
        if (!original || !output) throw new Error(`run ${run.id} lacks picture ${position}`)
        const { width, height } = output
        return { ...picture, original_url: address(original), url: address(output), width, height }
      }),
    }
  }

  /** The reply of each operation of the /api family. */
  const replies: Readonly<Record<string, (run: Run) => object>> = {
    enhance: enhanceResult,
    'ai-enhance': pictureResult,
    'enhance-colors': pictureResult,
    'smart-edit': pictureResult,
    match: matchResult,
    upscale: upscaleResult,
    'remove-background': pictureResult,
    'platform-optimize': pictureResult,
    'export-platform': pictureResult,
    relight: pictureResult,
    'fix-blur': pictureResult,
    inpaint: pictureResult,
    'hero-shot': pictureResult,
    'smart-layers': layersResult,
    'process-image': pictureResult,
  }
  const unworded = [...OPERATIONS.values()].filter(({ name, isBatch }) => !isBatch && !replies[name])
  if (unworded.length > 0)
    throw new Error(`runs/views.ts has no reply of ${unworded.map(({ name }) => name).join(', ')}`)

  /**
   * What the call that made a finished run answered, or would have answered; nothing for work no longer offered, and for a
   * batch, which `jobStatus` tells with its items.
   */
  const result = (run: Run): Record<string, unknown> | undefined => {
    const reply = run.channel === 'v1' ? enhancedPhoto : replies[run.operation]
    return reply && { ...reply(run) }
  }

  const jobViews = createJobViews({ result })
  return {
    photo,
    enhancedPhoto,
    enhanceResult,
    result,
    pictureResult,
    ...createRecordViews({ address, result }),
    ...jobViews,
    ...createMobileViews(jobViews),
  }
}

const processingSeconds = ({ startedAt, finishedAt }: Run): number =>
  startedAt && finishedAt ? (Date.parse(finishedAt) - Date.parse(startedAt)) / 1000 : 0
