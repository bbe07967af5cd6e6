import type { FormBody, SendForm } from '../files/send-form.ts'
import type { AnonymousSessionRequest } from '../generated/schema.d.ts'
import type { CallOptions, WriteOptions } from '../transport/api-call.ts'
import type { ResourceMethods } from './resource-methods.ts'

/** Fields of an anonymous project. `image` is the photo as bytes. */
export interface AnonymousProjectParams extends FormBody<'/api/mobile/anonymous-project'> {}

/** Names the anonymous session of a call. A browser on the server's own pages can leave it out, because it has the cookie. */
export interface AnonymousOptions extends CallOptions {
  /** `session_token` of `sessions.anonymous`. */
  readonly sessionToken?: string
}

/** What visitors can do before they have an account, and how an account gets it. */
export const sessions = ({ post, send }: ResourceMethods, sendForm: SendForm) => ({
  /**
   * Creates a session of 24 hours for a visitor without an account, or resumes the one of `session_token`. Requires no key.
   *
   * @example
   * const { session_token } = await client.sessions.anonymous()
   */
  anonymous: (body: AnonymousSessionRequest = {}, options?: WriteOptions) =>
    send('POST', '/api/mobile/anonymous-session', { json: body }, options),

  /**
   * Saves a photo with `preset`, `goal`, `format`, `locale` and `configuration` (JSON text) until the session ends. Nothing is
   * generated. Requires no key.
   *
   * @throws AuthenticationError without a session; ConflictError `limit_reached` after 20 projects.
   * @throws as uploads.create for the picture.
   *
   * @example
   * const project = await client.sessions.project({ image: { path: './ramen.jpg' } }, { sessionToken })
   */
  project: (form: AnonymousProjectParams, options?: AnonymousOptions) =>
    sendForm('/api/mobile/anonymous-project', form, withSession(options)),

  /**
   * Returns a project to the session that saved it. Requires no key.
   *
   * @throws NotFoundError for another session, and after 24 hours.
   */
  getProject: (id: string, options?: AnonymousOptions) =>
    send('GET', '/api/mobile/anonymous-project/{project_id}', { path: { project_id: id } }, withSession(options)),

  /**
   * Moves a project to the account of this client. Its photo becomes an upload: pass `image_url` to any image call. A repeat
   * returns the same project.
   *
   * @throws ConflictError `already_done` if another account has claimed it; NotFoundError for another session.
   *
   * @example
   * const { image_url } = await client.sessions.claimProject(project_id, { sessionToken })
   */
  claimProject: (id: string, options?: AnonymousOptions & WriteOptions) =>
    send(
      'POST',
      '/api/mobile/anonymous-project/{project_id}/claim',
      { path: { project_id: id }, json: {} },
      withSession(options),
    ),

  /**
   * Returns what belongs to the guest of an earlier app. Never creates a guest. Requires no key.
   *
   * @throws AuthenticationError for a token that is forged, expired or unknown.
   */
  guest: post('/api/mobile/guest-session'),

  /**
   * Moves the projects, pictures and credits of a guest to the account of this client, all or none. A repeat returns the
   * same response.
   *
   * @throws ConflictError `guest_claimed` if another account has claimed the guest; BadRequestError `token_invalid`.
   */
  claimGuest: post('/api/mobile/claim-guest-session'),
})

function withSession<Options extends AnonymousOptions>(options?: Options): Omit<Options, 'sessionToken'> | undefined {
  if (options?.sessionToken === undefined) return options
  const { sessionToken, ...others } = options
  return { ...others, headers: { ...others.headers, 'X-Anonymous-Session': sessionToken } }
}
