import type { RequestListener } from 'node:http'
import { exportJWK, generateKeyPair } from 'jose'
import Provider from 'oidc-provider'
import { imageHost } from '../network/image-host.ts'

/** A person at the provider. */
export interface Person {
  readonly sub: string
  readonly email?: string
  readonly email_verified?: boolean | string
  readonly name?: string
}

export const CLIENT_ID = 'platelight'
export const CLIENT_SECRET = 'kitchen-secret-7f3a'

/**
 * A real OpenID Connect provider on loopback. Whoever comes is signed in as `person`, without a page in between. `open` must be called
 * with the address of our server before the first sign-in.
 */
export async function oidcServer(person: Person) {
  const state: { person: Person; refuses?: string; listener: RequestListener } = {
    person,
    listener: (_, res) => void res.writeHead(503).end(),
  }
  const requests: string[] = []
  const host = await imageHost((req, res) => {
    requests.push(`${req.method} ${(req.url ?? '').replace(/\?.*/, '')}`)
    state.listener(req, res)
  })
  const issuer = host.url('').replace(/\/$/, '')
  const { privateKey } = await generateKeyPair('RS256', { extractable: true })
  const key = { ...(await exportJWK(privateKey)), kid: 'k1', use: 'sig', alg: 'RS256' }

  return {
    issuer,
    requests,
    /** The person who signs in, and the error with which the provider refuses, if it does. */
    state,
    close: host.close,

    open(appUrl: string, options: { readonly auth?: string; readonly idTokenClaims?: boolean } = {}): void {
      const provider = new Provider(issuer, {
        clients: [
          {
            client_id: CLIENT_ID,
            ...(options.auth !== 'none' && { client_secret: CLIENT_SECRET }),
            redirect_uris: [`${appUrl}/api/auth/idp/callback`],
            token_endpoint_auth_method: options.auth ?? 'client_secret_basic',
          },
        ],
        jwks: { keys: [key] },
        cookies: { keys: ['loopback'] },
        pkce: { required: () => true },
        claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
        conformIdTokenClaims: !options.idTokenClaims,
        ttl: { AccessToken: 60, Grant: 60, IdToken: 60, Interaction: 60, Session: 60 },
        features: { devInteractions: { enabled: false } },
        interactions: { url: () => '/interaction' },
        findAccount: async (_: unknown, sub: string) => ({
          accountId: sub,
          claims: async () => ({ ...state.person, sub }),
        }),
        loadExistingGrant: async (ctx: { oidc: { session: { accountId: string } } }) => {
          const grant = new provider.Grant({ accountId: ctx.oidc.session.accountId, clientId: CLIENT_ID })
          grant.addOIDCScope('openid email profile')
          await grant.save()
          return grant
        },
      })
      const answer = provider.callback()
      state.listener = (req, res) => {
        if (!req.url?.startsWith('/interaction')) return void answer(req, res)
        const result =
          state.refuses === undefined
            ? { login: { accountId: state.person.sub, remember: false } }
            : { error: state.refuses, error_description: 'The kitchen is <b>closed</b>.' }
        void provider.interactionDetails(req, res).then(() => provider.interactionFinished(req, res, result))
      }
    },
  }
}

export type OidcServer = Awaited<ReturnType<typeof oidcServer>>

/** The settings of a provider. */
export const providerSettings = (name: string, issuer: string): Record<string, string> => ({
  [`PLATELIGHT_OIDC_${name}_ISSUER`]: issuer,
  [`PLATELIGHT_OIDC_${name}_CLIENT_ID`]: CLIENT_ID,
  [`PLATELIGHT_OIDC_${name}_CLIENT_SECRET`]: CLIENT_SECRET,
})
