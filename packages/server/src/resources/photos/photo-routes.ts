import type { Routes } from '../../contract/index.ts'
import type { AccountCredits } from '../../credits/account-credits.ts'
import { OPERATIONS } from '../../operations/image-operations.ts'
import { type Runs, runRequestOf } from '../../runs/runs.ts'
import type { Views } from '../../runs/views/run-views.ts'
import { PRESET_CATALOGUE } from '../catalogs/preset-catalogue.ts'
import type { PhotoOrders } from './photo-orders.ts'

/** The /v1 family lists the enhancements of every door. */
const PHOTO_OPERATIONS = [...OPERATIONS.values()].filter(({ photoEvents }) => photoEvents).map(({ name }) => name)

export const photoRoutes = (deps: {
  runs: Runs
  views: Views
  accountCredits: AccountCredits
  photoOrders: PhotoOrders
}): Routes<'photos'> => {
  const { runs, views, accountCredits, photoOrders } = deps
  return {
    enhance: async (call) => {
      return views.enhancedPhoto(
        await runs.startAndWait(photoOrders.enhance(call.body), runRequestOf(call, 'v1'), call.signal),
      )
    },

    get: async ({ user, path }) => views.photo(await runs.get(user.account.id, path.id)),

    list: async ({ user, query }) => {
      const { rows, nextCursor } = await runs.listPhotos(user.account.id, PHOTO_OPERATIONS, query)
      return { photos: rows.map(views.photo), nextCursor }
    },

    delete: async ({ user, path }) => ({ ...(await runs.remove(user.account.id, path.id)), status: 'deleted' }),

    presets: async () => ({
      presets: PRESET_CATALOGUE.map(({ best_for, ...preset }) => ({ ...preset, bestFor: best_for })),
    }),

    credits: async ({ user }) => {
      const { plan, status, usedThisMonth, ...rest } = await accountCredits.summary(user.account)
      return { ...rest, subscriptionPlan: plan, subscriptionStatus: status, creditsUsedThisMonth: usedThisMonth }
    },
  }
}
