import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { SeededRandom } from '@platelight/drawing/preview/seeded-random.ts'
import { verifyWebhook } from '@platelight/webhook-verifier'

/** The behaviour of a receiver: replies 200, fails at random, never replies, is gone part of the time. */
export type ReceiverBehaviour = 'steady' | 'moody' | 'silent' | 'absent'

/** A request that arrived completely. */
export interface Reception {
  /** The name of the endpoint, as passed to `receivers.url`. */
  readonly endpoint: string
  readonly id: string
  readonly body: string
  /** The verifier's refusal; null when it is genuine. */
  readonly refusal: string | null
  /** The status of the reply; null without a reply. */
  readonly status: number | null
}

export type Receivers = Awaited<ReturnType<typeof createReceivers>>

/** Receivers of events on loopback, one address per endpoint. */
export async function createReceivers(chance: SeededRandom) {
  const receptions: Reception[] = []
  const endpoints = new Map<string, { manner: ReceiverBehaviour; secret: string }>()
  let healed = false

  const statusFor = (manner: ReceiverBehaviour): number | null => {
    if (manner === 'silent') return null
    if (manner !== 'moody' || healed) return 200
    return chance.pick([200, 200, 500, 302, null])
  }

  const receive = async (req: IncomingMessage, res: ServerResponse): Promise<void> => {
    const name = (req.url ?? '').slice(1)
    const chunks: Buffer[] = []
    for await (const chunk of req) chunks.push(chunk as Buffer)
    const body = Buffer.concat(chunks)
    const endpoint = endpoints.get(name)
    if (!endpoint) {
      res.writeHead(404).end()
      return
    }
    const refusal = await verifyWebhook(body, req.headers, { secrets: endpoint.secret }).then(
      () => null,
      (error: { code?: string; message: string }) => error.code ?? error.message,
    )
    const status = refusal === null ? statusFor(endpoint.manner) : 401
    receptions.push({
      endpoint: name,
      refusal,
      status,
      id: String(req.headers['webhook-id']),
      body: body.toString('utf8'),
    })
    if (status !== null) res.writeHead(status, status === 302 ? { location: '/elsewhere' } : {}).end()
    // A moody receiver hangs up, a silent one never replies.
    else if (endpoint.manner === 'moody') req.socket.destroy()
  }

  const always = await listener(receive)
  const gone = await listener(receive)

  return {
    receptions,
    url: (name: string, manner: ReceiverBehaviour) => `${(manner === 'absent' ? gone : always).url}/${name}`,
    knows: (name: string, manner: ReceiverBehaviour, secret: string) => void endpoints.set(name, { manner, secret }),
    /** Stops the absent receiver and starts it again, repeatedly until the signal. */
    async comeAndGo(signal: AbortSignal): Promise<void> {
      while (!signal.aborted) {
        await sleep(chance.between(500, 4_000), undefined, { signal }).catch(() => {})
        if (signal.aborted) break
        await gone.down()
        await sleep(chance.between(500, 6_000), undefined, { signal }).catch(() => {})
        await gone.up()
      }
    },
    /** From now on all but the silent receivers reply 200. */
    heal: () => {
      healed = true
    },
    close: () => Promise.all([always.down(), gone.down()]),
  }
}

/** A web server that can stop and start again at the same address. */
async function listener(receive: (req: IncomingMessage, res: ServerResponse) => Promise<void>) {
  const handle = (req: IncomingMessage, res: ServerResponse) => {
    // A sender that was killed while it sent has not sent anything.
    receive(req, res).catch(() => res.destroy())
  }
  const listen = (port: number) =>
    new Promise<ReturnType<typeof createServer>>((resolve) => {
      const server = createServer(handle)
      server.listen(port, '127.0.0.1', () => resolve(server))
    })
  let server = await listen(0)
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    async up() {
      server = await listen(port)
    },
    down: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
