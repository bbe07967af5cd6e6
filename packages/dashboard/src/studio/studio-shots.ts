import { AbortError, type Platelight, type SubjectHint } from '@platelight/sdk'
import { session } from '../session/dashboard-session.ts'
import type { MaskStroke } from './mask/mask-strokes.ts'
import type { Shot, Wish } from './shots.ts'
import { followCall } from './work/follow-call.ts'
import { performWork, type Work } from './work/studio-operation.ts'

/** As many at once as one person's photos may take from a small server. */
const AT_ONCE = 2

export const studioShots = createStudioShots(session.client)
session.onEnd(() => studioShots.clear())

/** The photos of the studio. They live as long as the page, so looking into the library loses nothing. */
function createStudioShots(client: Platelight) {
  let shots: readonly Shot[] = []
  let chosen: number | undefined
  let ids = 0
  let working = 0
  const listeners = new Set<() => void>()
  let view = { shots, chosen }

  const changed = () => {
    view = { shots, chosen }
    for (const listener of listeners) listener()
  }
  const update = (id: number, change: Partial<Shot>) => {
    shots = shots.map((one) => (one.id === id ? { ...one, ...change } : one))
    changed()
  }

  /** Ends the work on each photo that is being worked on. */
  const cancels = new Map<number, () => Promise<void>>()

  const make = ({ id, subject, work }: Shot, image: string, mask: string | undefined, { formats, ...rest }: Wish) =>
    followCall(
      async (options): Promise<Partial<Shot>> => {
        if (work) return { picture: await performWork(work, { image, mask, subject }, options) }
        const body = { image, formats: [...formats], ...rest, ...(subject && { subject }) }
        return { photo: await client.photos.enhance(body, options) }
      },
      (stage) => update(id, { stage }),
    )

  /** The area of an operation that takes one, as an address. */
  const maskOf = async ({ work, mask }: Shot, signal: AbortSignal) =>
    work?.operation.takesMask && mask ? (await client.uploads.create(mask.file, { signal })).url : undefined

  const enhance = async (shot: Shot, wish: Wish) => {
    const { id, file, subject, work } = shot
    const upload = new AbortController()
    cancels.set(id, async () => upload.abort())
    try {
      update(id, { state: 'uploading', stage: undefined })
      const { url } = await client.uploads.create(file, { signal: upload.signal })
      const mask = await maskOf(shot, upload.signal)
      update(id, { state: 'enhancing' })
      const { result, cancel } = make(shot, url, mask, wish)
      cancels.set(id, cancel)
      const made = await result
      if (chosen === undefined || subject || work) chosen = id
      update(id, { state: 'done', ...made })
    } catch (error) {
      // What somebody has cancelled can be started again.
      update(id, error instanceof AbortError ? { state: 'ready' } : { state: 'failed', error })
    } finally {
      cancels.delete(id)
    }
  }

  const workOn = (settled: () => void) => {
    const next = shots.find(({ state }) => state === 'waiting')
    if (!next?.wish || working >= AT_ONCE) return
    working += 1
    void enhance(next, next.wish).finally(() => {
      working -= 1
      settled()
      workOn(settled)
    })
    workOn(settled)
  }

  return {
    view: () => view,
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },

    add(files: readonly File[]) {
      const added = files.map((file): Shot => {
        ids += 1
        return { id: ids, file, preview: URL.createObjectURL(file), state: 'ready' }
      })
      shots = [...shots, ...added]
      changed()
    },

    remove(id: number) {
      const gone = shots.find((one) => one.id === id)
      if (gone) URL.revokeObjectURL(gone.preview)
      forgetMask(gone)
      shots = shots.filter((one) => one.id !== id)
      if (chosen === id) chosen = shots.find(({ state }) => state === 'done')?.id
      changed()
    },

    /** Takes a photo out of the work on it. Work that was cancelled costs nothing. */
    cancel(id: number) {
      const cancel = cancels.get(id)
      update(id, { state: cancel ? 'cancelling' : 'ready' })
      void cancel?.()
    },

    /** Keeps what was painted on a photo. @param file undefined where nothing is painted */
    setMask(id: number, strokes: readonly MaskStroke[], file: File | undefined) {
      forgetMask(shots.find((one) => one.id === id))
      update(id, { mask: file && { strokes, file, url: URL.createObjectURL(file) } })
    },

    choose(id: number) {
      chosen = id
      changed()
    },

    /**
     * Works on photos.
     *
     * @param settled called after each photo, when the balance has changed
     */
    start(wanted: readonly Shot[], wish: Wish, work: Work | undefined, settled: () => void) {
      const ids = wanted.map(({ id }) => id)
      shots = shots.map((one) => (ids.includes(one.id) ? { ...one, state: 'waiting', wish, work } : one))
      changed()
      workOn(settled)
    },

    /** Makes one photo again, of what somebody has pointed out. */
    pointOut(id: number, subject: SubjectHint, settled: () => void) {
      update(id, { subject, state: 'waiting' })
      workOn(settled)
    },

    clear() {
      for (const shot of shots) {
        URL.revokeObjectURL(shot.preview)
        forgetMask(shot)
      }
      shots = []
      chosen = undefined
      changed()
    },
  }
}

function forgetMask(shot: Shot | undefined): void {
  if (shot?.mask) URL.revokeObjectURL(shot.mask.url)
}
