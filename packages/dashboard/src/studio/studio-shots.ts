import type { Platelight, SubjectHint } from '@platelight/sdk'
import { session } from '../session/dashboard-session.ts'
import type { Shot, Wish } from './shots.ts'
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

  const enhance = async ({ id, file, subject, work }: Shot, wish: Wish) => {
    try {
      update(id, { state: 'uploading' })
      const { url } = await client.uploads.create(file)
      update(id, { state: 'enhancing' })
      if (work) {
        const picture = await performWork(work, url, subject)
        chosen = id
        update(id, { state: 'done', picture })
        return
      }
      const { formats, ...rest } = wish
      const photo = await client.photos.enhance({
        image: url,
        formats: [...formats],
        ...rest,
        ...(subject && { subject }),
      })
      if (chosen === undefined || subject) chosen = id
      update(id, { state: 'done', photo })
    } catch (error) {
      update(id, { state: 'failed', error })
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
      shots = shots.filter((one) => one.id !== id)
      if (chosen === id) chosen = shots.find(({ state }) => state === 'done')?.id
      changed()
    },

    choose(id: number) {
      chosen = id
      changed()
    },

    /** @param settled called after each photo, when the balance has changed */
    start(wish: Wish, work: Work | undefined, settled: () => void) {
      shots = shots.map((one) =>
        ['ready', 'failed'].includes(one.state) ? { ...one, state: 'waiting', wish, work } : one,
      )
      changed()
      workOn(settled)
    },

    /** Makes one photo again, of what somebody has pointed out. */
    pointOut(id: number, subject: SubjectHint, settled: () => void) {
      update(id, { subject, state: 'waiting' })
      workOn(settled)
    },

    clear() {
      for (const { preview } of shots) URL.revokeObjectURL(preview)
      shots = []
      chosen = undefined
      changed()
    },
  }
}
