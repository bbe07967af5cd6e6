import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'

/** A request as the server received it. */
export interface Seen {
  readonly method: string
  readonly path: string
  readonly query: URLSearchParams
  readonly headers: IncomingHttpHeaders
  readonly body: Buffer
  /** The body as JSON; undefined if it is not JSON. */
  readonly json: unknown
}

export interface Answer {
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
  readonly json?: unknown
  readonly bytes?: Uint8Array
}

/** Answers by `METHOD /path`. Everything else gets the 404 of the real server. */
export type Routes = Readonly<Record<string, Answer | ((seen: Seen) => Answer | Promise<Answer>)>>

/** A fake server with scripted answers, which records its requests. */
export async function fakeApi(routes: Routes) {
  const seen: Seen[] = []
  const server = createServer(async (request, response) => {
    const body = Buffer.concat(await request.toArray())
    const url = new URL(request.url ?? '/', 'http://fake')
    const { method = 'GET', headers } = request
    const call: Seen = { method, path: url.pathname, query: url.searchParams, headers, body, json: parsed(body) }
    seen.push(call)
    const route = routes[`${method} ${url.pathname}`] ?? notFound
    const { status = 200, headers: more, json, bytes } = typeof route === 'function' ? await route(call) : route
    response.writeHead(status, { 'content-type': bytes ? 'image/jpeg' : 'application/json', ...more })
    response.end(bytes ?? JSON.stringify(json ?? {}))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, seen }
}

export const refusal = (status: number, code: string, message = `Refused: ${code}.`): Answer => ({
  status,
  json: { error: { code, message } },
})

const notFound = refusal(404, 'not_found', 'There is no such endpoint.')

function parsed(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'))
  } catch {
    return undefined
  }
}

/** The answer of GET /api/auth/session for a credential. */
export const sessionOf = (
  email: string,
  credential: 'session' | 'api_key' = 'api_key',
  expires_at: string | null = null,
) => ({
  json: {
    valid: true,
    credential,
    expires_at,
    scopes: ['read', 'images', 'account'],
    user: {
      id: 'acc_1',
      email,
      email_verified: true,
      name: null,
      business_name: null,
      subscription_plan: 'Pro',
      credits: 142,
      is_admin: false,
      created_at: '2026-11-20T09:12:00.000Z',
    },
  },
})

/** A scripted API, and the environment of a command that has a key for it. */
export async function keyedApi(routes: Routes) {
  const api = await fakeApi(routes)
  const env = { PLATELIGHT_BASE_URL: api.url, PLATELIGHT_API_KEY: 'pl_live_0123456789' }
  return { ...api, env }
}
