import type { AccountSettings } from '../../accounts/settings/account-settings.ts'
import type { Routes } from '../../contract/index.ts'
import type { Runs } from '../../runs/runs.ts'
import { statesOf } from '../../runs/views/run-status.ts'
import type { Views } from '../../runs/views/run-views.ts'

/** The data of the signed-in user. Its lists are runs in three different forms. */
export const meRoutes = ({
  runs,
  views,
  accountSettings,
}: {
  runs: Runs
  views: Views
  accountSettings: AccountSettings
}): Routes<'me'> => ({
  images: async ({ user, query }) => {
    const { rows, nextCursor } = await runs.listPictures(user.account.id, query)
    return { images: rows.map(views.userImage), next_cursor: nextCursor }
  },

  deleteImage: async ({ user, path }) => {
    const { id, deletedAt } = await runs.removePicture(user.account.id, path.image_id)
    return { id: path.image_id, photo_id: id, status: 'deleted', deleted_at: deletedAt }
  },

  jobs: async ({ user, query: { status, ...page } }) => {
    const { rows, nextCursor } = await runs.listJobs(user.account.id, status && statesOf(status), page)
    return { jobs: rows.map(views.userJob), next_cursor: nextCursor }
  },

  settings: ({ user }) => accountSettings.read(user.account.id),

  updateSettings: ({ user, body }) => accountSettings.update(user.account.id, body),
})
