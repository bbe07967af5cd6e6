// Two ways to send many small GET requests. They write to sockets directly, because an HTTP client would use more
// processor time than the measured servers.

import { connect, type Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'

export interface Target {
  url: string
  path: string
  headers?: Record<string, string>
}

/**
 * Keeps every connection busy, to measure how much can be served.
 *
 * @returns requests per second
 * @throws when any reply is not 200
 */
export async function throughput(target: Target, connections: number, seconds: number): Promise<number> {
  const open = await Promise.all(Array.from({ length: connections }, () => connection(target)))
  const until = performance.now() + seconds * 1000
  let served = 0
  const started = performance.now()
  await Promise.all(
    open.map(async ({ get }) => {
      while (performance.now() < until) {
        await get()
        served++
      }
    }),
  )
  const elapsed = (performance.now() - started) / 1000
  for (const { close } of open) close()
  return served / elapsed
}

/**
 * Sends at a fixed rate, however slow the replies are, to measure how long one takes. A late reply does not delay the
 * start of other requests, and each is counted from the time when it was due.
 *
 * @returns milliseconds of every request
 */
export async function latencies(target: Target, perSecond: number, seconds: number): Promise<number[]> {
  const idle = await Promise.all(Array.from({ length: 64 }, () => connection(target)))
  const all = [...idle]
  const taken: number[] = []
  const under: Promise<void>[] = []
  const started = performance.now()
  for (let index = 0; index < perSecond * seconds; index++) {
    const due = started + (index * 1000) / perSecond
    while (performance.now() < due) await wait(1)
    while (idle.length === 0) await wait(1)
    // The connection that was idle longest, because a server closes idle connections after some seconds.
    const one = idle.shift()
    if (!one) continue
    under.push(
      one.get().then(() => {
        taken.push(performance.now() - due)
        idle.push(one)
      }),
    )
  }
  await Promise.all(under)
  for (const { close } of all) close()
  return taken
}

interface Connection {
  get(): Promise<void>
  close(): void
}

async function connection({ url, path, headers = {} }: Target): Promise<Connection> {
  const { hostname, port, host } = new URL(url)
  const lines = Object.entries({ host, ...headers }).map(([name, value]) => `${name}: ${value}\r\n`)
  const request = Buffer.from(`GET ${path} HTTP/1.1\r\n${lines.join('')}\r\n`)

  const socket: Socket = connect({ host: hostname, port: Number(port), noDelay: true })
  await new Promise<void>((resolve, reject) => socket.once('connect', resolve).once('error', reject))

  let answered: (() => void) | undefined
  let failed: ((error: Error) => void) | undefined
  let received = ''
  const closed = new Error(`${url} closed the connection`)
  socket.setEncoding('latin1')
  socket.on('error', (error) => failed?.(error))
  socket.on('close', () => failed?.(closed))
  socket.on('data', (chunk: string) => {
    received += chunk
    const head = received.indexOf('\r\n\r\n')
    if (head < 0) return
    const length = /\r\ncontent-length: (\d+)/i.exec(received)?.[1]
    if (length === undefined) return failed?.(new Error('an answer without Content-Length'))
    if (received.length < head + 4 + Number(length)) return
    const status = received.slice(9, 12)
    const body = received.slice(head + 4)
    received = ''
    if (status === '200') answered?.()
    else failed?.(new Error(`${path} answered ${status}: ${body}`))
  })
  return {
    get: () =>
      new Promise((resolve, reject) => {
        if (socket.destroyed) return reject(closed)
        answered = resolve
        failed = reject
        socket.write(request)
      }),
    close() {
      failed = undefined
      socket.destroy()
    },
  }
}
