import { part } from '../../base/compose.ts'
import { ENDPOINT_DEADLINE_SECONDS } from '../../contract/generated/document-operations.ts'
import type { Routes } from '../../contract/index.ts'
import type { EngineFor } from '../../engines/engine-for.ts'
import type { FindSubjectDetails, FindSubjectParams } from '../../operations/find-subject/find-subject-work.ts'
import type { Sources } from '../../runs/execution/run-sources.ts'
import { createFreeWork } from '../../runs/free-work.ts'
import type { RunEndpoints } from '../../runs/run-endpoints.ts'

interface Needs {
  readonly engineFor: EngineFor
  readonly sources: Pick<Sources, 'check' | 'load'>
  readonly runEndpoints: RunEndpoints
}

/** Operations on pictures, each with an endpoint that performs it, and the outline that they would use. */
export const imagesNoun = part(({ engineFor, sources, runEndpoints }: Needs) => {
  const images: Routes<'images'> = {
    ...runEndpoints('images'),
    findSubject: async ({ user, body: { image_url, subject }, signal: caller }) => {
      const work = createFreeWork(engineFor('cutout'), sources)
      const params: FindSubjectParams = subject ? { subject } : {}
      const asked = { operation: 'find-subject', params, imageUrl: image_url, accountId: user.account.id } as const
      return work.within(ENDPOINT_DEADLINE_SECONDS['images.findSubject'], caller, (signal) =>
        work.perform<FindSubjectDetails>(asked, signal),
      )
    },
  }
  return { routes: { images } }
})
