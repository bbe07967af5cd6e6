import type { StorePhoto } from '../../blobs/store-photo.ts'
import type { UploadPlacement } from '../../blobs/upload-placement.ts'
import type { Queue } from '../../queue/queue-port.ts'
import { createUsageTracking } from '../../resources/growth/usage-tracking.ts'
import { createAnonymousProjects } from '../../resources/sessions/anonymous-projects.ts'
import { createAnonymousSessions } from '../../resources/sessions/anonymous-sessions.ts'
import { createClaimGuest } from '../../resources/sessions/guest-claims.ts'
import { createGuestTokens } from '../../resources/sessions/guest-tokens.ts'
import { createGuests } from '../../resources/sessions/guests.ts'
import { createClaimProject } from '../../resources/sessions/project-claims.ts'
import { createProjectViews } from '../../resources/sessions/project-views.ts'
import type { Core } from '../open-core.ts'
import type { Storage } from './compose-storage.ts'

/** Visitors without an account: anonymous sessions with their projects, guests of an earlier app, and usage with consent. */
export function composeVisitors(
  { config, clock, ids, database }: Core,
  deps: {
    queue: Queue
    storage: Storage
    storePhoto: StorePhoto
    placement: UploadPlacement
  },
) {
  const { db } = database
  const { queue, storage, storePhoto, placement } = deps
  const { garbageAdded } = queue
  const anonymousSessions = createAnonymousSessions({ db, clock })
  const anonymousProjects = createAnonymousProjects({ db, ids, clock, storePhoto, garbageAdded, limits: config.limits })
  const projectViews = createProjectViews({ links: storage.links, placement })
  const tokens = createGuestTokens({ settings: config.guests, clock })
  const guests = createGuests({ db, clock, tokens, garbageAdded })
  const usageTracking = createUsageTracking({ db, ids, clock })

  return {
    anonymousSessions,
    anonymousProjects,
    projectViews,
    guests,
    usageTracking,
    claimProject: createClaimProject({ db, ids, clock, placement, garbageAdded, sessions: anonymousSessions }),
    claimGuest: createClaimGuest({ db, clock, tokens, placement, garbageAdded, views: projectViews }),
    /** Removes what visitors have left behind. */
    async expireVisitors(): Promise<void> {
      await anonymousProjects.expire()
      await anonymousSessions.expire()
      await guests.expire()
      await usageTracking.expire()
    },
  }
}
