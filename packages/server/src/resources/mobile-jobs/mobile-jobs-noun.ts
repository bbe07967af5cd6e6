import { part } from '../../base/compose.ts'
import type { Call, Routes, Schemas } from '../../contract/index.ts'
import type { OrderReader } from '../../operations/order-reader.ts'
import type { AssetOrders } from '../../runs/asset-orders.ts'
import type { FormOrders } from '../../runs/form-orders.ts'
import type { Run } from '../../runs/run.ts'
import { type Runs, runRequestOf } from '../../runs/runs.ts'
import type { Views } from '../../runs/views/run-views.ts'

type JsonEndpoint = `mobileJobs.${'create' | 'generate' | 'chatEdit' | 'layerEdit'}`

interface Needs {
  readonly runs: Runs
  readonly views: Views
  readonly orders: OrderReader
  readonly formOrders: FormOrders
  readonly assetOrders: AssetOrders
}

/** Jobs of the mobile and web apps. Every run of an account is one, under its serial, whatever call started it. */
export const mobileJobsNoun = part(({ runs, views, orders, formOrders, assetOrders }: Needs) => {
  /** The items of a batch are read only after it has succeeded, because only then does the job list them. */
  const jobOf = async (run: Run) =>
    views.mobileJob(run, run.items === null || run.state !== 'succeeded' ? [] : await runs.items(run))

  /** Starts the job of a JSON body. */
  const starting = (endpoint: JsonEndpoint) => async (call: Call<typeof endpoint>) => {
    const request = runRequestOf(call, 'mobile')
    const id = await runs.start(orders.readRun(endpoint, call.body), request)
    return jobOf(await runs.job(request.account.id, id))
  }

  const mobileJobs: Routes<'mobileJobs'> = {
    create: starting('mobileJobs.create'),

    generate: starting('mobileJobs.generate'),

    enhance: async (call) => {
      const request = runRequestOf(call, 'mobile')
      const id = await runs.start(await formOrders('mobileJobs.enhance', call, request), request)
      return jobOf(await runs.job(request.account.id, id))
    },

    assets: async (call) => {
      const request = runRequestOf(call, 'mobile')
      const id = await runs.start(await assetOrders.asset('mobileJobs.assets', call, request), request)
      return jobOf(await runs.job(request.account.id, id))
    },

    reels: async (call) => {
      const request = runRequestOf(call, 'mobile')
      const id = await runs.start(await assetOrders.reel('mobileJobs.reels', call, request), request)
      return jobOf(await runs.job(request.account.id, id)) as Promise<Schemas['ReelJob']>
    },

    chatEdit: starting('mobileJobs.chatEdit'),

    layerEdit: starting('mobileJobs.layerEdit'),

    compose: async (call) => {
      const request = runRequestOf(call, 'mobile')
      const id = await runs.start(
        await formOrders('mobileJobs.compose', call, request, { field: 'references' }),
        request,
      )
      return jobOf(await runs.job(request.account.id, id))
    },

    get: async ({ user, path }) => jobOf(await runs.jobBySerial(user.account.id, path.job_id)),
  }
  return { routes: { mobileJobs } }
})
