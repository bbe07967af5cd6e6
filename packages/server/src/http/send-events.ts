import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Response } from 'express'

/**
 * Answers with server-sent events, each written as it comes, until there are no more or the caller hangs up.
 *
 * @param events Texts in the form of `text/event-stream`. What makes them hears of a hang-up by the signal of its call.
 */
export async function sendEvents(res: Response, events: AsyncIterable<string>): Promise<void> {
  res.setHeader('Content-Type', 'text/event-stream; charset=utf-8')
  res.setHeader('Cache-Control', 'no-store')
  // A proxy that collects answers would keep each event until there are many.
  res.setHeader('X-Accel-Buffering', 'no')
  res.status(200).flushHeaders()
  let broken: unknown
  const told = async function* () {
    try {
      yield* events
    } catch (error) {
      broken = error
      throw error
    }
  }
  await pipeline(Readable.from(told(), { highWaterMark: 1 }), res).catch(() => {
    if (broken instanceof Error) res.err = broken
  })
}
