import type { EnhanceParams } from '@platelight/sdk'
import { CliError } from '../errors.ts'
import type { Budget } from './budget.ts'
import { type FileEvent, FORMATS, type OnExisting, type Output, SCHEMA_VERSION, type Stage } from './events.ts'
import { type Content, type EnhanceOptions, hashBytes, hashFile, idempotencyKey } from './fingerprint.ts'
import type { Item, Target } from './plan.ts'
import type { EnhancedPhoto, PhotoService } from './service.ts'
import { workFor } from './targets.ts'

export interface PhotoWork {
  readonly photos: PhotoService
  readonly options: EnhanceOptions
  readonly onExisting: OnExisting
  readonly budget: Budget
  /** The most one photo may cost: what was announced. Undefined where nothing is rationed. */
  readonly price: number | undefined
  readonly readStdin: () => Promise<Uint8Array>
  readonly writeStdout: (bytes: Uint8Array) => Promise<void>
}

/** Does everything for one photo, or throws why not. */
export type PhotoWorker = (item: Item, stage: (stage: Stage) => void, signal: AbortSignal) => Promise<FileEvent>

/**
 * Makes the worker of a run: skip what is there, read, enhance, save. Photos with equal content are enhanced once and
 * saved under each of their names.
 */
export function createPhotoWorker(work: PhotoWork): PhotoWorker {
  const underway = new Map<string, Promise<EnhancedPhoto>>()

  async function buy(image: EnhanceParams['image'], key: string, signal: AbortSignal): Promise<EnhancedPhoto> {
    const reserved = work.budget.reserve()
    try {
      const limit = work.price === undefined ? {} : { maxCredits: work.price }
      const photo = await work.photos.enhance(image, work.options, { idempotencyKey: key, ...limit, signal })
      reserved.settle(photo.creditsUsed)
      return photo
    } catch (error) {
      reserved.settle(0)
      throw error
    }
  }

  function once(image: EnhanceParams['image'], key: string, signal: AbortSignal): Promise<EnhancedPhoto> {
    const started = underway.get(key) ?? buy(image, key, signal)
    underway.set(key, started)
    // A failure is not kept: after a pause the photo is tried again.
    started.catch(() => underway.delete(key))
    return started
  }

  return async (item, stage, signal) => {
    const { present, missing } = workFor(item, work.onExisting)
    if (missing.length === 0) return eventOf(item, 'skipped', present)

    stage('reading')
    const { image, content } = await readSource(item, work, signal)
    stage('enhancing')
    const key = idempotencyKey(content, work.options)
    const photo = await once(image, key, signal)
    stage('saving')
    const saved = await save(photo, missing, work, signal).catch(async (error: unknown) => {
      // The answer was kept from an earlier run, and the photo deleted on the server since: it has to be made again.
      if ((error as { status?: number }).status !== 404) throw error
      stage('enhancing')
      const again = await once(image, `${key}-${crypto.randomUUID()}`, signal)
      stage('saving')
      return save(again, missing, work, signal)
    })
    return { ...eventOf(item, 'done', [...present, ...saved]), credits: photo.creditsUsed, ...warningsOf(photo) }
  }
}

async function readSource(
  { source }: Item,
  { readStdin }: PhotoWork,
  signal: AbortSignal,
): Promise<{ image: EnhanceParams['image']; content: Content }> {
  if (source.kind === 'url') return { image: source.url, content: { url: source.url } }
  if (source.kind === 'stdin') {
    const bytes = await readStdin()
    return { image: bytes as Uint8Array<ArrayBuffer>, content: { sha256: hashBytes(bytes) } }
  }
  try {
    return { image: { path: source.path }, content: { sha256: await hashFile(source.path, signal) } }
  } catch (error) {
    if (signal.aborted) throw signal.reason
    throw new CliError(`The file cannot be read: ${(error as Error).message}.`, undefined, 'file_unreadable')
  }
}

async function save(photo: EnhancedPhoto, targets: readonly Target[], { writeStdout }: PhotoWork, signal: AbortSignal) {
  const outputs: Output[] = []
  for (const target of targets) {
    const { format } = target
    if (target.kind === 'stdout') {
      await writeStdout(await photo.read(format, signal))
      outputs.push({ format, path: '-' })
    } else {
      const path = target.kind === 'file' ? target.path : `${target.stem}${photo.extension(format)}`
      await photo.save(format, path, signal)
      outputs.push({ format, path })
    }
  }
  return outputs
}

const eventOf = (item: Item, status: 'done' | 'skipped', outputs: readonly Output[]): FileEvent => ({
  schemaVersion: SCHEMA_VERSION,
  type: 'file',
  file: item.name,
  status,
  outputs: [...outputs].sort((a, b) => FORMATS.indexOf(a.format) - FORMATS.indexOf(b.format)),
})

const warningsOf = ({ warnings }: EnhancedPhoto) => (warnings.length > 0 ? { warnings } : {})
