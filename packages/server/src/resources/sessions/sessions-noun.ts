import { part } from '../../base/compose.ts'
import type { Config } from '../../base/config/server-config.ts'
import type { Clock } from '../../base/ports.ts'
import type { Ids } from '../../base/random-ids.ts'
import { ServiceError } from '../../base/service-error.ts'
import { anonymousTokenOf, setAnonymousCookie } from '../../base/visitors/anonymous-token.ts'
import type { Blobs } from '../../blobs/blob-store.ts'
import type { SignedLinks } from '../../blobs/signed-links.ts'
import { createStorePhoto } from '../../blobs/store-photo.ts'
import type { UploadDeduplication } from '../../blobs/upload-deduplication.ts'
import type { VisitorStorage } from '../../blobs/visitor-storage.ts'
import type { Routes } from '../../contract/index.ts'
import type { Db } from '../../database/open-database.ts'
import { ownedTables } from '../../database/owned-tables.ts'
import type { Queue } from '../../queue/queue-port.ts'
import { imageOf } from '../../runs/form-orders.ts'
import { createAnonymousProjects } from './anonymous-projects.ts'
import { createAnonymousSessions } from './anonymous-sessions.ts'
import { createClaimGuest } from './guest-claims.ts'
import { createGuestTokens } from './guest-tokens.ts'
import { createGuests } from './guests.ts'
import { createClaimProject } from './project-claims.ts'
import { createProjectViews } from './project-views.ts'
import { visitorErasureRepository } from './visitor-erasure-repository.ts'

interface Needs {
  readonly config: Config
  readonly db: Db
  readonly ids: Ids
  readonly clock: Clock
  readonly queue: Pick<Queue, 'garbageAdded'>
  readonly blobs: Blobs
  readonly links: SignedLinks
  readonly deduplication: UploadDeduplication
  readonly visitorStorage: VisitorStorage
}

/**
 * What visitors can do before they have an account, and how an account gets it: anonymous sessions with their projects, and
 * guests of an earlier app.
 */
export const sessionsNoun = part((needs: Needs) => {
  const { config, db, ids, clock, queue, blobs, links, deduplication, visitorStorage } = needs
  const { garbageAdded } = queue
  const anonymousSessions = createAnonymousSessions({ db, clock })
  const storePhoto = createStorePhoto({ db, blobs, ids, clock, garbageAdded })
  const { limits } = config
  const anonymousProjects = createAnonymousProjects({
    db,
    ids,
    clock,
    storePhoto,
    visitorStorage,
    garbageAdded,
    limits,
  })
  const projectViews = createProjectViews({ links, deduplication })
  const tokens = createGuestTokens({ settings: config.guests, clock })
  const guests = createGuests({ db, clock, tokens, garbageAdded })
  const claimProject = createClaimProject({ db, ids, clock, deduplication, garbageAdded, sessions: anonymousSessions })
  const claimGuest = createClaimGuest({ db, clock, tokens, deduplication, garbageAdded, views: projectViews })

  const sessions: Routes<'sessions'> = {
    guest: ({ body }) => guests.resume(body.guest_token),

    claimGuest: ({ user, body }) => claimGuest(user.account.id, body.guest_token),

    anonymous: async ({ request, body, cookies }) => {
      const named = anonymousTokenOf({ header: request.header, field: body?.session_token, cookies })
      const { token, expiresAt, isResumed } = await anonymousSessions.open(named)
      const left = Math.ceil((Date.parse(expiresAt) - clock.now().getTime()) / 1000)
      setAnonymousCookie(cookies, token, left)
      return { session_token: token, expires_at: expiresAt, resumed: isResumed }
    },

    project: async ({ request, body, files, cookies }) => {
      const token = anonymousTokenOf({ header: request.header, field: body.session_token, cookies })
      const session = token === undefined ? undefined : await anonymousSessions.find(token)
      if (!session) throw sessionEnded()
      const { preset, goal, format, locale, configuration } = body
      const choices = { preset, goal, format, locale, configuration }
      const { path } = imageOf(files)
      return projectViews.anonymous(await anonymousProjects.save(session, { path, caller: request.caller }, choices))
    },

    getProject: async ({ path, request, cookies }) => {
      const token = anonymousTokenOf({ header: request.header, cookies })
      if (token === undefined) throw sessionMissing()
      const session = await anonymousSessions.find(token)
      return projectViews.anonymous(await anonymousProjects.get(session, path.project_id))
    },

    // A bearer endpoint: a cookie is not read, so that no page can make a browser claim anything.
    claimProject: async ({ user, path, request, body }) => {
      const token = anonymousTokenOf({ header: request.header, field: body?.session_token })
      const { project, upload } = await claimProject(user.account.id, path.project_id, token)
      return projectViews.claimed(project, upload)
    },
  }

  const expireVisitors = async () => {
    await anonymousProjects.expire()
    await anonymousSessions.expire()
    await guests.expire()
  }
  return {
    provides: {
      expireVisitors,
      hasAnonymousSession: async (token: string) => (await anonymousSessions.find(token)) !== undefined,
    },
    routes: { sessions },
    owns: ownedTables({
      projects: { key: 'id', file: 'projects', without: ['session_id'], json: ['configuration'] },
      guests: { key: 'id', file: 'guests', without: ['own_account_id'], json: ['moved'] },
    }),
    async erase({ id, signal }) {
      for (const session of await visitorErasureRepository(db).sessionsOf(id)) {
        signal.throwIfAborted()
        await visitorErasureRepository(db).remove(session, clock.now())
      }
    },
    timetable: [
      { name: 'expire-visitors', every: 'hour', work: expireVisitors, failure: 'expired visitors were not removed' },
    ],
  }
})

const sessionEnded = () =>
  new ServiceError(
    'unauthorized',
    'The anonymous session ended while the photo was sent. Create a new one, and send it again.',
  )

const sessionMissing = () =>
  new ServiceError(
    'unauthorized',
    'Send the anonymous session that saved the project as header X-Anonymous-Session or cookie pl_anon.',
  )
