import { part } from '../../base/compose.ts'
import type { Routes } from '../../contract/index.ts'
import type { AccountCredits } from '../../credits/account-credits.ts'
import type { Batch, Operation } from '../../operations/define-operation.ts'
import { OPERATIONS } from '../../operations/image-operations.ts'
import type { OrderReader } from '../../operations/order-reader.ts'
import { PRESET_CATALOGUE } from '../../operations/tables/preset-catalogue.ts'
import { type Runs, runRequestOf } from '../../runs/runs.ts'
import type { Views } from '../../runs/views/run-views.ts'

/** /v1 lists the enhancements of every channel. */
const PHOTO_OPERATIONS = Object.values<Operation | Batch>(OPERATIONS).flatMap((operation) =>
  !operation.isBatch && operation.photoEvents ? [operation.name] : [],
)

interface Needs {
  readonly runs: Runs
  readonly views: Views
  readonly accountCredits: AccountCredits
  readonly orders: OrderReader
}

/** The photos of /v1. */
export const photosNoun = part(({ runs, views, accountCredits, orders }: Needs) => {
  const photos: Routes<'photos'> = {
    enhance: async (call) => {
      const order = orders.readRun('photos.enhance', call.body)
      return views.enhancedPhoto(await runs.startAndWait(order, runRequestOf(call, 'v1'), call.signal))
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
  return { routes: { photos } }
})
