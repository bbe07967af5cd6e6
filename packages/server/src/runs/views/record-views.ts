import { mimeOf, OUTPUT_FORMATS } from '@platelight/imaging/codec/file/image-formats.ts'
import type { Schemas } from '../../contract/index.ts'
import { filmOf, type ReelDetails } from '../../operations/reel/reel-operation.ts'
import type { Run, RunImage } from '../run.ts'
import { creditsUsed, failureOf, statusOf } from './run-status.ts'

/** The parameters that a history shows, whatever the operation. */
interface Wording {
  readonly prompt?: string
  readonly instruction?: string
  readonly preset?: string
  readonly style?: string
  readonly model?: string
}

/** The model that made the pictures of a run, which is not the one that was asked for when a placeholder was drawn. */
const madeBy = ({ outcome }: Run): string | undefined => (outcome?.details as Wording | undefined)?.model

/** The outputs that are pictures. Of a reel, that is its first frame. */
const picturesOf = ({ outputs }: Run) => outputs.filter(({ mime }) => mime.startsWith('image/'))

/** Runs in the form of an account's histories: generations, pictures, jobs. */
export function createRecordViews(deps: {
  /** The address of a picture. The address of a private picture is signed anew. */
  address: (image: RunImage) => string
  /** The reply of the call that started the run, once it has succeeded. */
  result: (run: Run) => Record<string, unknown> | undefined
}) {
  const { address, result } = deps
  const picture = (image: RunImage) => ({ url: address(image), width: image.width, height: image.height })

  /** A row of /api/account/generations, for a run in any state but revoked. */
  const generation = (run: Run): Schemas['Generation'] => {
    const { prompt, instruction, preset, style, model } = run.params as Wording
    return {
      id: run.id,
      operation: run.operation,
      status: statusOf(run),
      credits_used: creditsUsed(run),
      prompt: prompt ?? instruction ?? null,
      preset: preset ?? style ?? null,
      model: madeBy(run) ?? model ?? null,
      engine: run.outcome?.engine ?? null,
      faithfulness: run.outcome?.faithfulness ?? null,
      images: picturesOf(run).map(picture),
      error: run.state === 'failed' ? failureOf(run) : null,
      created_at: run.createdAt,
      completed_at: run.finishedAt,
    }
  }

  /** A row of /api/me/images, for a run with finished pictures. */
  const userImage = (run: Run): Schemas['UserImage'] => {
    const [original] = run.originals
    const pictures = picturesOf(run)
    const [first] = pictures
    if (!first) throw new Error(`run ${run.id} has no pictures`)
    return {
      id: run.serial,
      photo_id: run.id,
      operation: run.operation,
      ...picture(first),
      original_url: original ? address(original) : null,
      outputs: pictures.map((output) => ({ name: output.name, ...picture(output) })),
      faithfulness: run.outcome?.faithfulness ?? 'faithful',
      created_at: run.finishedAt ?? run.createdAt,
    }
  }

  /** A row of /api/conversions, for a run that has fitted a picture to a platform. */
  const conversion = (run: Run): Schemas['Conversion'] => {
    const { original_url, url: result_url, width, height, created_at } = userImage(run)
    const format = OUTPUT_FORMATS.find((one) => mimeOf(one) === run.outputs[0]?.mime)
    const { platform } = run.params as { readonly platform?: string }
    if (!original_url || !format || !platform) throw new Error(`run ${run.id} has fitted no picture to a platform`)
    return { id: run.id, platform, original_url, result_url, width, height, format, created_at }
  }

  /** A row of /api/me/videos, for a finished reel. */
  const userVideo = (run: Run): Schemas['UserVideo'] => {
    const { film, poster } = filmOf(run.outputs)
    const details = run.outcome?.details as ReelDetails | undefined
    if (!film || !poster || !details) throw new Error(`run ${run.id} has no film`)
    return {
      id: run.serial,
      run_id: run.id,
      video_url: address(film),
      poster_url: address(poster),
      width: film.width,
      height: film.height,
      duration_seconds: details.duration_seconds,
      motion: details.motion,
      created_at: run.finishedAt ?? run.createdAt,
    }
  }

  /** A row of /api/me/jobs, for a run in any state. */
  const userJob = (run: Run): Schemas['UserJob'] => {
    const status = statusOf(run)
    const done = status === 'completed' ? result(run) : undefined
    return {
      id: run.serial,
      run_id: run.id,
      job_type: run.items === null ? run.operation : 'batch_process',
      status,
      ...(run.progress ? { progress: run.progress } : {}),
      ...(done ? { result: done } : {}),
      ...(status === 'failed' ? { error: failureOf(run) } : {}),
      created_at: run.createdAt,
      updated_at: run.finishedAt ?? run.progressAt ?? run.startedAt ?? run.createdAt,
    }
  }

  return { generation, userImage, conversion, userVideo, userJob }
}
