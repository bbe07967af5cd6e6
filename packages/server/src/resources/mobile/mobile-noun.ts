import { part } from '../../base/compose.ts'
import type { Config } from '../../base/config/server-config.ts'
import type { Clock } from '../../base/ports.ts'
import type { Ids } from '../../base/random-ids.ts'
import type { Blobs } from '../../blobs/blob-store.ts'
import type { StorageQuota } from '../../blobs/storage-quota.ts'
import { createStorePhoto } from '../../blobs/store-photo.ts'
import type { UploadDeduplication } from '../../blobs/upload-deduplication.ts'
import type { Routes, Schemas } from '../../contract/index.ts'
import type { Db } from '../../database/open-database.ts'
import { ownedTables } from '../../database/owned-tables.ts'
import { asset } from '../../operations/assets/asset-operation.ts'
import { readPdfText } from '../../operations/assets/read-pdf-text.ts'
import { captionCopy } from '../../operations/caption-copy/caption-copy-operation.ts'
import { demoEnhance } from '../../operations/demo-enhance/demo-enhance-operation.ts'
import { chatEdit } from '../../operations/edit/chat-edit-operation.ts'
import { enhance } from '../../operations/enhance/enhance-operation.ts'
import { generateV2 } from '../../operations/generate/generate-v2-operation.ts'
import type { OrderReader } from '../../operations/order-reader.ts'
import type { Queue } from '../../queue/queue-port.ts'
import { createAssetOrders } from '../../runs/asset-orders.ts'
import { createFormOrders, imageOf } from '../../runs/form-orders.ts'
import { type Runs, runRequestOf } from '../../runs/runs.ts'
import type { Views } from '../../runs/views/run-views.ts'
import { createUploads } from './upload-service.ts'

interface Needs {
  readonly config: Config
  readonly db: Db
  readonly ids: Ids
  readonly clock: Clock
  readonly blobs: Blobs
  readonly quota: StorageQuota
  readonly deduplication: UploadDeduplication
  readonly queue: Pick<Queue, 'garbageAdded'>
  readonly runs: Runs
  readonly views: Views
  readonly orders: OrderReader
  readonly brandOf: (accountId: string) => Promise<Schemas['BrandProfile']>
}

/** Calls of the mobile app that wait for their result, and its uploads. */
export const mobileNoun = part((needs: Needs) => {
  const { config, runs, views, orders } = needs
  const storePhoto = createStorePhoto({ ...needs, garbageAdded: needs.queue.garbageAdded })
  const uploads = createUploads({ ...needs, storePhoto, limits: config.limits })
  const formOrders = createFormOrders({ uploads, runs, orders })
  const assetOrders = createAssetOrders({ formOrders, brandOf: needs.brandOf, readPdf: readPdfText })

  const mobile: Routes<'mobile'> = {
    uploads: ({ user, files }) => uploads.store(user.account.id, imageOf(files).path),

    create: async (call) => {
      const order = orders.readRun('mobile.create', call.body)
      return views.reply(generateV2, await runs.startAndWait(order, runRequestOf(call, 'mobile'), call.signal))
    },

    captionCopy: async (call) => {
      const order = orders.readRun('mobile.captionCopy', call.body)
      return views.reply(captionCopy, await runs.startAndWait(order, runRequestOf(call, 'mobile'), call.signal))
    },

    assets: async (call) => {
      const request = runRequestOf(call, 'mobile')
      const order = await assetOrders.asset('mobile.assets', call, request)
      return views.reply(asset, await runs.startAndWait(order, request, call.signal))
    },

    enhance: async (call) => {
      const request = runRequestOf(call, 'mobile')
      const order = await formOrders('mobile.enhance', call, request)
      return views.reply(enhance, await runs.startAndWait(order, request, call.signal))
    },

    demoEnhance: async (call) => {
      const request = runRequestOf(call, 'mobile')
      const order = await formOrders('mobile.demoEnhance', call, request)
      return views.reply(demoEnhance, await runs.startAndWait(order, request, call.signal))
    },

    reels: async (call) => {
      const request = runRequestOf(call, 'mobile')
      const id = await runs.start(await assetOrders.reel('mobile.reels', call, request), request)
      return views.mobileJob(await runs.job(request.account.id, id), []) as Schemas['ReelJob']
    },

    chatEdit: async (call) => {
      const order = orders.readRun('mobile.chatEdit', call.body)
      return views.reply(chatEdit, await runs.startAndWait(order, runRequestOf(call, 'mobile'), call.signal))
    },
  }
  return {
    provides: { formOrders, assetOrders, expireUploads: uploads.expire },
    routes: { mobile },
    owns: ownedTables({ uploads: { key: 'id', file: 'uploads', without: ['link_exp'], erasedApart: true } }),
    erase: ({ id }) => uploads.erase(id),
    timetable: [
      { name: 'expire-uploads', every: 'hour', work: uploads.expire, failure: 'expired uploads were not removed' },
    ],
  }
})
