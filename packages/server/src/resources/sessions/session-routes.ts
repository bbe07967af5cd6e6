import type { Clock } from '../../base/ports.ts'
import { ServiceError } from '../../base/service-error.ts'
import { anonymousTokenOf, setAnonymousCookie } from '../../base/visitors/anonymous-token.ts'
import type { Routes } from '../../contract/index.ts'
import { imageOf } from '../../runs/form-orders.ts'
import type { AnonymousProjects } from './anonymous-projects.ts'
import type { AnonymousSessions } from './anonymous-sessions.ts'
import type { ClaimGuest } from './guest-claims.ts'
import type { Guests } from './guests.ts'
import type { ClaimProject } from './project-claims.ts'
import type { ProjectViews } from './project-views.ts'

/** What visitors can do before they have an account, and how an account gets it. */
export function sessionRoutes(deps: {
  readonly clock: Clock
  readonly anonymousSessions: AnonymousSessions
  readonly anonymousProjects: AnonymousProjects
  readonly claimProject: ClaimProject
  readonly guests: Guests
  readonly claimGuest: ClaimGuest
  readonly projectViews: ProjectViews
}): Routes<'sessions'> {
  const { clock, anonymousSessions, anonymousProjects, claimProject, guests, claimGuest, projectViews } = deps

  return {
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
      const token = anonymousTokenOf({ header: request.header, cookies })
      const session = token === undefined ? undefined : await anonymousSessions.find(token)
      if (!session) throw sessionEnded()
      const { preset, goal, format, locale, configuration } = body
      const choices = { preset, goal, format, locale, configuration }
      return projectViews.anonymous(await anonymousProjects.save(session, imageOf(files).path, choices))
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
}

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
