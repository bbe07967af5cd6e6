import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import { imageHost } from '../network/image-host.ts'
import { CLIENT_ID } from './oidc-server.ts'

export interface Claims {
  readonly [name: string]: unknown
}

type Sign = (claims: Claims, header?: Record<string, string>) => Promise<string>

/** What a provider does wrong. Everything else is right. */
export interface Forgery {
  readonly document?: Readonly<Record<string, unknown>>
  /** The ID token, made of the claims that would be right. `undefined` leaves it out. */
  readonly token?: (claims: Claims, sign: Sign) => Promise<string | undefined> | string | undefined
  readonly tokenReply?: { readonly status: number; readonly body: string }
}

/** A provider on loopback that does what a real one never does. Its consent page is the redirect back. */
export async function forgingProvider() {
  const { privateKey, publicKey } = await generateKeyPair('RS256', { extractable: true })
  const jwk = { ...(await exportJWK(publicKey)), kid: 'k1', alg: 'RS256', use: 'sig' }
  const sign: Sign = (claims, header = {}) =>
    new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid: 'k1', ...header }).sign(privateKey)
  const state: { forgery: Forgery } = { forgery: {} }
  const requests: string[] = []
  const modes: (string | null)[] = []
  let nonce = ''

  const right = (issuer: string): Claims => {
    const now = Math.floor(Date.now() / 1000)
    const person = { sub: 'mara-1', email: 'mara@trattoria.example', email_verified: true }
    return { iss: issuer, aud: CLIENT_ID, iat: now, exp: now + 60, nonce, ...person }
  }

  const host = await imageHost(async (req, res) => {
    const url = new URL(req.url ?? '', issuer)
    requests.push(url.pathname)
    const json = (body: object) => void res.setHeader('content-type', 'application/json').end(JSON.stringify(body))
    if (url.pathname.startsWith('/.well-known')) {
      json({
        issuer,
        jwks_uri: `${issuer}/jwks`,
        token_endpoint: `${issuer}/token`,
        authorization_endpoint: `${issuer}/authorize`,
        id_token_signing_alg_values_supported: ['RS256', 'HS256', 'none'],
        ...state.forgery.document,
      })
    } else if (url.pathname === '/authorize') {
      nonce = url.searchParams.get('nonce') ?? ''
      modes.push(url.searchParams.get('response_mode'))
      const back = new URL(url.searchParams.get('redirect_uri') ?? '')
      back.searchParams.set('code', 'a-code')
      back.searchParams.set('state', url.searchParams.get('state') ?? '')
      res.writeHead(302, { location: back.href }).end()
    } else if (url.pathname === '/jwks') json({ keys: [jwk] })
    else {
      const { token, tokenReply } = state.forgery
      if (tokenReply) {
        res.writeHead(tokenReply.status, { 'content-type': 'application/json' }).end(tokenReply.body)
        return
      }
      const claims = right(issuer)
      const id_token = await (token ?? sign)(claims, sign as never)
      json({ access_token: 'a-token', token_type: 'Bearer', expires_in: 60, id_token })
    }
  })
  const issuer = host.url('').replace(/\/$/, '')
  return {
    issuer,
    requests,
    /** The response modes that were asked for. */
    modes,
    state,
    close: host.close,
  }
}
