import {
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  type ClientAuth,
  ClientSecretBasic,
  ClientSecretPost,
  type Configuration,
  type CustomFetchOptions,
  calculatePKCECodeChallenge,
  customFetch,
  discovery,
  enableNonRepudiationChecks,
  fetchUserInfo,
  None,
  ResponseBodyError,
  randomNonce,
  randomPKCECodeVerifier,
} from 'openid-client'
import type { ProviderSettings } from '../../base/config/identity-settings.ts'
import { HOUR_MS } from '../../base/durations.ts'

/** Who signed in, as the provider says. */
export interface ProviderIdentity {
  readonly issuer: string
  /** Printable ASCII, at most 255 characters. */
  readonly subject: string
  readonly email: string | undefined
  /** Whether the provider has verified that the person reads the mail of the address. Undefined when it does not say. */
  readonly emailVerified: boolean | undefined
  readonly name: string | undefined
}

/** What has to be kept between the start of a sign-in and its callback. */
export interface SignInSecrets {
  readonly nonce: string
  readonly verifier: string
}

export interface IdentityProvider extends Pick<ProviderSettings, 'id' | 'label'> {
  /** The address at the provider to which the browser goes. Rejects when the provider does not answer. */
  begin(request: { redirectUri: string; state: string }): Promise<{ location: string } & SignInSecrets>
  /**
   * Exchanges the code of the callback and checks the ID token: signature, issuer, audience, times and nonce. Rejects when
   * anything is wrong.
   *
   * @param callback.url The address of the callback with `code`, `state` and, if it came, `iss`.
   */
  complete(callback: { url: URL; state: string } & SignInSecrets): Promise<ProviderIdentity>
}

/** The document of a provider is read again after this time, because its addresses may change. */
const FRESH_MS = HOUR_MS
const SCOPE = 'openid email profile'
const SUBJECT = /^[\x20-\x7e]{1,255}$/

type Fetch = (url: string, options: RequestInit) => Promise<Response>

/** @param fetch The outbound client. The document of the provider is read when it is first needed. */
export function createIdentityProvider(settings: ProviderSettings, fetch: Fetch): IdentityProvider {
  const { id, label, issuer, clientId, clientSecret, unstatedEmails, tenants, responseMode } = settings
  let known: { readonly configuration: Promise<Configuration>; readonly readAt: number } | undefined

  // The bodies of this library are texts or forms.
  const send = (url: string, options: CustomFetchOptions) => fetch(url, options as RequestInit)

  // The signature of an ID token is checked although the token came over TLS.
  const checks = [enableNonRepudiationChecks, ...(issuer.protocol === 'http:' ? [allowInsecureRequests] : [])]
  const discover = (at: URL): Promise<Configuration> =>
    discovery(at, clientId, undefined, authOf(clientSecret), { [customFetch]: send, execute: checks })

  const read = (): Promise<Configuration> =>
    discover(issuer).catch((error: unknown) => {
      // People leave out the slash at the end of an issuer, or add one. The document says which it is.
      const stated = new URL(statedIssuer(error) ?? issuer)
      if (stated.href !== issuer.href && withoutSlash(stated) === withoutSlash(issuer)) return discover(stated)
      throw explained(error)
    })

  const configured = (): Promise<Configuration> => {
    if (known && performance.now() - known.readAt < FRESH_MS) return known.configuration
    const reading = { configuration: read(), readAt: performance.now() }
    known = reading
    reading.configuration.catch(() => {
      if (known === reading) known = undefined
    })
    return reading.configuration
  }

  return {
    id,
    label,

    async begin({ redirectUri, state }) {
      const [nonce, verifier] = [randomNonce(), randomPKCECodeVerifier()]
      const location = buildAuthorizationUrl(await configured(), {
        redirect_uri: redirectUri,
        scope: SCOPE,
        ...(responseMode !== 'query' && { response_mode: responseMode }),
        state,
        nonce,
        code_challenge: await calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
      })
      return { location: location.href, nonce, verifier }
    },

    async complete({ url, state, nonce, verifier }) {
      const configuration = await configured()
      const tokens = await authorizationCodeGrant(configuration, url, {
        expectedState: state,
        expectedNonce: nonce,
        pkceCodeVerifier: verifier,
        idTokenExpected: true,
      }).catch((error: unknown) => {
        if (!(error instanceof ResponseBodyError)) throw explained(error)
        throw new Error(`the provider answered ${error.error}: ${error.error_description ?? 'no reason'}`)
      })
      const claims = tokens.claims()
      if (!claims || !SUBJECT.test(claims.sub))
        throw new Error('the subject of the ID token is not 1 to 255 characters')
      if (tenants.length > 0 && !tenants.includes(String(claims.tid).toLowerCase()))
        throw new Error(`the tenant ${claims.tid} is none of those in the settings (${tenants.join(', ')})`)
      const isComplete = claims.email !== undefined && claims.email_verified !== undefined
      const hasMore = configuration.serverMetadata().userinfo_endpoint !== undefined
      const profile =
        isComplete || !hasMore ? claims : await fetchUserInfo(configuration, tokens.access_token, claims.sub)
      return {
        issuer: claims.iss,
        subject: claims.sub,
        email: textOf(profile.email),
        emailVerified: isVerified(profile.email_verified) ?? UNSTATED[unstatedEmails],
        name: textOf(profile.name),
      }
    },
  }
}

const textOf = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined)

const UNSTATED = { verified: true, unverified: undefined, refused: false } as const

/** Some providers write it as a text. */
const isVerified = (stated: unknown): boolean | undefined =>
  stated === undefined || stated === null ? undefined : stated === true || stated === 'true'

/** How the client proves itself: as the provider says, and as OpenID Connect says when it says nothing. */
function authOf(secret: string | undefined): ClientAuth {
  if (secret === undefined) return None()
  const [basic, post] = [ClientSecretBasic(secret), ClientSecretPost(secret)]
  return (server, ...rest) => {
    const { token_endpoint_auth_methods_supported: methods } = server
    return (!methods || methods.includes('client_secret_basic') ? basic : post)(server, ...rest)
  }
}

const withoutSlash = ({ href }: URL): string => href.replace(/\/$/, '')

/** Two values that should be equal, in the cause of an error of the library. */
interface Mismatch {
  readonly expected?: unknown
  readonly attribute?: string
  readonly claim?: string
  readonly body?: Readonly<Record<string, unknown>>
  readonly claims?: Readonly<Record<string, unknown>>
  readonly parameters?: URLSearchParams
  /** The time of this server in seconds, with which a claim of a time was compared. */
  readonly now?: number
}

const mismatchIn = (error: unknown): Mismatch => {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const found = cause.cause
    if (typeof found === 'object' && found !== null && ('expected' in found || 'now' in found)) return found as Mismatch
  }
  return {}
}

const statedIssuer = (error: unknown): string | undefined => {
  const { attribute, body } = mismatchIn(error)
  return attribute === 'issuer' ? textOf(body?.issuer) : undefined
}

/** The names of values that are no secrets. */
const SHOWN = ['issuer', 'iss', 'aud', 'azp']

/** An error that names both values where two should be equal, for the log. */
function explained(error: unknown): unknown {
  const { expected, attribute, claim, body, claims, parameters, now } = mismatchIn(error)
  if (now !== undefined && claim !== undefined) {
    const seconds = Number(claims?.[claim]) - now
    return new Error(`the ${claim} in the provider's ID token is ${seconds} s from the clock of this server`)
  }
  const name = attribute ?? claim ?? (parameters ? 'iss' : '')
  if (!SHOWN.includes(name)) return error
  const stated = JSON.stringify(parameters ? parameters.get(name) : (body ?? claims)?.[name])
  const [place, setting] = body ? ['document', 'the settings say'] : [claims ? 'ID token' : 'answer', 'it has to be']
  return new Error(`the ${name} in the provider's ${place} is ${stated}, and ${setting} ${JSON.stringify(expected)}`)
}
