import { randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { SubjectHint } from '@platelight/sdk'
import { pointPage } from './point-page.ts'

/** A photo to point at. */
export interface Pointed {
  readonly name: string
  /** A small copy, upright. */
  readonly jpeg: Buffer
}

/** The outline of the dish, or why there is none. */
export interface Outline {
  /** A `data:` URL of a grey PNG: white is the dish. */
  readonly mask?: string
  readonly message?: string
}

export interface PointServer {
  /** Only who knows it sees the photos. */
  readonly url: string
  /** The hint for each photo, `undefined` for those that were left. Comes when all were answered, or at `stop`. */
  readonly answers: Promise<readonly (SubjectHint | undefined)[]>
  stop(): void
}

/** A hint has four numbers. */
const MOST_BYTES = 1000

/**
 * Serves the page for one photo after another, to this machine alone, until all are answered.
 *
 * @param find looks for the dish of a photo where the hint says
 */
export async function servePointing(
  photos: readonly Pointed[],
  find: (photo: Pointed, hint: SubjectHint) => Promise<Outline>,
): Promise<PointServer> {
  const secret = randomBytes(16).toString('base64url')
  const answers: (SubjectHint | undefined)[] = []
  let end: () => void = () => undefined
  const ended = new Promise<void>((resolve) => {
    end = resolve
  })
  let host = ''

  async function reply(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const photo = photos[answers.length]
    const left = photos.length - answers.length - 1
    const json = (body: object) => response.setHeader('content-type', 'application/json').end(JSON.stringify(body))
    const isJson = request.headers['content-type'] === 'application/json'
    const route = request.headers.host === host ? `${request.method} ${request.url}` : ''
    if (photo && route === `GET /${secret}/`) return sendPage(photo.name, left, response)
    if (photo && route === `GET /${secret}/photo`) {
      response.setHeader('content-type', 'image/jpeg').end(photo.jpeg)
    } else if (photo && isJson && route === `POST /${secret}/outline`) {
      const hint = await hintIn(request)
      json(hint ? await find(photo, hint) : { message: 'Click on the dish, or draw a box around it.' })
    } else if (photo && isJson && route === `POST /${secret}/answer`) {
      answers.push(await hintIn(request))
      json({ left })
      if (left === 0) response.on('finish', end)
    } else response.writeHead(404).end()
  }

  const server = createServer((request, response) => {
    for (const [name, value] of Object.entries(HEADERS)) response.setHeader(name, value)
    reply(request, response).catch(() => response.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url: `http://${host}/${secret}/`,
    answers: ended.then(() => {
      server.close()
      server.closeAllConnections()
      return photos.map((_, index) => answers[index])
    }),
    stop: end,
  }
}

const HEADERS = {
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'cross-origin-resource-policy': 'same-origin',
} as const

function sendPage(name: string, left: number, response: ServerResponse): void {
  const nonce = randomBytes(16).toString('base64')
  const policy = [
    "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    "img-src 'self' data:; connect-src 'self'",
    `style-src 'nonce-${nonce}'; script-src 'nonce-${nonce}'`,
  ].join('; ')
  response
    .setHeader('content-security-policy', policy)
    .setHeader('content-type', 'text/html; charset=utf-8')
    .end(pointPage(name, left, nonce))
}

/** The hint that a request carries; undefined for none. The server of the pictures checks it. */
async function hintIn(request: IncomingMessage): Promise<SubjectHint | undefined> {
  let text = ''
  for await (const chunk of request) {
    text += chunk
    if (text.length > MOST_BYTES) throw new Error('The hint is too long.')
  }
  return JSON.parse(text) ?? undefined
}
