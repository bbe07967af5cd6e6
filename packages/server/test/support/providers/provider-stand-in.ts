import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import sharp from 'sharp'
import { providerSetting } from '../../../src/base/config/synthesis-settings.ts'
import type { Provider } from '../../../src/base/engine-capability.ts'
import { type Received, WIRES, type WireReply } from './provider-wire.ts'

/** The steps of an order as a stand-in sees them. */
export type Step = 'order' | 'state' | 'picture'

/** What a stand-in does instead of its usual reply; undefined for the usual reply. */
export type Misbehave = (
  step: Step,
  count: number,
  response: ServerResponse,
) => undefined | 'handled' | WireReply | Promise<undefined | 'handled' | WireReply>

export const KEY = 'sk-secret-of-the-operator-0123456789'

/**
 * A provider of pictures on loopback, in its real wire format. It asks for the key at each of its own addresses, counts every
 * order as paid that it answers, and makes a picture of the size that was ordered.
 */
export async function providerStandIn(provider: Provider) {
  const wire = WIRES[provider]
  const received: Received[] = []
  const orders: Received[] = []
  const counts: Record<Step, number> = { order: 0, state: 0, picture: 0 }
  const polled = new Map<string, number>()
  const sizes = new Map<string, { width: number; height: number }>()
  let misbehave: Misbehave = () => undefined
  let film: Buffer | undefined
  /** How often the state of an order is read before it is done. */
  let pollsUntilDone = 1

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const text = Buffer.concat(chunks).toString('latin1')
    const path = request.url ?? ''
    const isJson = text !== '' && (request.headers['content-type']?.startsWith('application/json') ?? false)
    const body = isJson ? JSON.parse(Buffer.concat(chunks).toString()) : text
    received.push({ method: request.method ?? '', path, headers: request.headers, body })
    const step: Step = path.startsWith('/pictures/')
      ? 'picture'
      : request.method === 'POST' && wire.isOrder(path)
        ? 'order'
        : 'state'
    const instead = await misbehave(step, ++counts[step], response)
    if (instead === 'handled') return
    if (instead) return send(response, instead)
    if (step === 'picture') {
      if (film) return void response.writeHead(200, { 'content-type': 'video/mp4' }).end(film)
      const id = path.replace(/^\/pictures\/|\.png$/g, '')
      response.writeHead(200, { 'content-type': 'image/png' }).end(await pictureOf(sizes.get(id)))
      return
    }
    if (request.headers[wire.keyHeader] !== wire.keyOf(KEY)) {
      return send(response, { status: 401, body: { detail: `wrong key: ${request.headers[wire.keyHeader]}` } })
    }
    if (step === 'order') {
      orders.push({ method: 'POST', path, headers: request.headers, body })
      const id = `task-${orders.length}`
      sizes.set(id, wire.sizeOf(body))
      return send(
        response,
        wire.accepted?.(url, id, path) ??
          wire.picture?.(film ?? (await pictureOf(sizes.get(id)))) ?? { status: 500, body: '' },
      )
    }
    const times = (polled.get(path) ?? 0) + 1
    polled.set(path, times)
    send(response, wire.state?.(url, path, times > pollsUntilDone) ?? { status: 404, body: { detail: 'Not Found' } })
  }

  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => response.destroy(error as Error))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  return {
    url,
    wire,
    received,
    /** The orders that it took, and that are therefore paid. */
    orders,
    counts,
    /** The settings of a server that uses it. */
    env: {
      [providerSetting(provider, 'URL')]: url + wire.base,
      [providerSetting(provider, 'API_KEY')]: KEY,
      ...(provider === 'openai-compatible' && { [providerSetting(provider, 'MODEL')]: 'own-model' }),
    } as Record<string, string>,
    misbehaves(next: Misbehave) {
      misbehave = next
    },
    /** Delivers this file instead of pictures. */
    delivers(file: Buffer) {
      film = file
    },
    /** Counts an order as taken that is not answered as usual. */
    take() {
      orders.push({ method: 'POST', path: '', headers: {}, body: null })
    },
    /** Begins anew, as if nothing had been ordered. */
    forget() {
      orders.length = 0
      polled.clear()
      Object.assign(counts, { order: 0, state: 0, picture: 0 })
    },
    takesPolls(polls: number) {
      pollsUntilDone = polls
    },
    async close() {
      server.closeAllConnections()
      await new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}

export type ProviderStandIn = Awaited<ReturnType<typeof providerStandIn>>

function send(response: ServerResponse, { status = 200, headers = {}, body }: WireReply): void {
  const sent = typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body)
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(sent)
}

/** A picture as a provider would make it: an orange dish on a dark table. */
export function pictureOf(size: { width: number; height: number } = { width: 1_024, height: 1_024 }): Promise<Buffer> {
  const { width, height } = size
  const radius = Math.min(width, height) / 3
  const data = Buffer.alloc(width * height * 3)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const isDish = Math.hypot(x - width / 2, y - height / 2) < radius
      data.set(isDish ? [0xe0, 0x70, 0x20] : [0x30, 0x28, 0x20], (y * width + x) * 3)
    }
  }
  // The server in this process has blocked the loaders of vector graphics, so nothing is composited.
  return sharp(data, { raw: { width, height, channels: 3 } })
    .png({ compressionLevel: 1 })
    .toBuffer()
}
