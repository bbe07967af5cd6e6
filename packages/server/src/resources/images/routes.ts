import type { Routes } from '../../contract/index.ts'
import { enhance } from '../../operations/enhance.ts'
import type { Runs } from '../../runs/runs.ts'
import type { Views } from '../../runs/views.ts'

/** The /api picture operations: each is a run that the caller waits for. */
export const imageRoutes = ({ runs, views }: { runs: Runs; views: Views }): Pick<Routes<'images'>, 'enhance'> => ({
  // The photo keeps its own aspect here; the shots are the /v1 family's.
  enhance: async ({ user, body, signal, request }) => {
    const { image_url, preset, options } = body
    const params = { image_url, preset, formats: ['original'], upscale: options?.upscale ?? false } as const
    const asked = {
      account: user.account,
      door: 'api',
      requestKey: request.idempotencyKey,
      maxCredits: request.maxCredits,
    } as const
    return views.enhanceResult(await runs.finish(enhance, params, asked, signal))
  },
})
