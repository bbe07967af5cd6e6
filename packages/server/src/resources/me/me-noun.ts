import { createAccountSettings } from '../../accounts/settings/account-settings.ts'
import { part } from '../../base/compose.ts'
import type { Clock } from '../../base/ports.ts'
import type { Routes } from '../../contract/index.ts'
import type { Db } from '../../database/open-database.ts'
import { ownedTables } from '../../database/owned-tables.ts'
import { preferenceRepository } from '../../mail/store/preference-repository.ts'
import { exportPlatform } from '../../operations/export-platform/export-platform-operation.ts'
import { platformOptimize } from '../../operations/platform-optimize/platform-optimize-operation.ts'
import { reel } from '../../operations/reel/reel-operation.ts'
import type { Runs } from '../../runs/runs.ts'
import { statesOf } from '../../runs/views/run-status.ts'
import type { Views } from '../../runs/views/run-views.ts'

/** The data of the signed-in user. Its lists are runs in three different forms. */
export const meNoun = part(({ db, clock, runs, views }: { db: Db; clock: Clock; runs: Runs; views: Views }) => {
  const settings = createAccountSettings({ db, clock, alerts: preferenceRepository })
  const me: Routes<'me'> = {
    images: async ({ user, query: { operation, platform, since, until, ...page } }) => {
      const { rows, nextCursor } = await runs.listPictures(user.account.id, page, {
        operations: operation === undefined ? undefined : [operation],
        platform,
        since: since === undefined ? undefined : new Date(since),
        until: until === undefined ? undefined : new Date(until),
      })
      return { images: rows.map(views.userImage), next_cursor: nextCursor }
    },

    deleteImage: async ({ user, path }) => {
      const { id, deletedAt } = await runs.removePicture(user.account.id, path.image_id)
      return { id: path.image_id, photo_id: id, status: 'deleted', deleted_at: deletedAt }
    },

    conversions: async ({ user, query }) => {
      const operations = [exportPlatform.name, platformOptimize.name]
      const { rows, nextCursor } = await runs.listPictures(user.account.id, query, { operations })
      return { conversions: rows.map(views.conversion), next_cursor: nextCursor }
    },

    videos: async ({ user, query }) => {
      const { rows, nextCursor } = await runs.listPictures(user.account.id, query, { operations: [reel.name] })
      return { videos: rows.map(views.userVideo), next_cursor: nextCursor }
    },

    jobs: async ({ user, query: { status, idempotency_key, ...page } }) => {
      const wanted = { states: status && statesOf(status), requestKey: idempotency_key }
      const { rows, nextCursor } = await runs.listJobs(user.account.id, wanted, page)
      return { jobs: rows.map(views.userJob), next_cursor: nextCursor }
    },

    settings: ({ user }) => settings.read(user.account.id),

    updateSettings: ({ user, body }) => settings.update(user.account.id, body),
  }
  return {
    provides: { accountDefaults: settings.defaults },
    routes: { me },
    owns: ownedTables({ account_settings: { key: 'account_id', file: 'settings', json: ['formats'] } }),
  }
})
