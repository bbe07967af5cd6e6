import type { Response } from 'express'

/**
 * Sends server-sent events as they come, until they end or the caller hangs up. The next event is taken only when the
 * last one fits into the socket's buffer, so a caller that does not read costs no memory. HEAD gets the headers only.
 *
 * @param events Texts in the form of `text/event-stream`. The iterator is always started and always closed, so that it
 *   can free what it holds. Its producer learns of a hang-up from the signal of the call.
 */
export async function sendEvents(res: Response, events: AsyncIterable<string>): Promise<void> {
  res.setHeader('Content-Type', 'text/event-stream; charset=utf-8')
  res.setHeader('Cache-Control', 'no-store')
  // A buffering proxy would hold events back.
  res.setHeader('X-Accel-Buffering', 'no')
  res.status(200).flushHeaders()
  try {
    for await (const text of events) {
      if (res.req.method === 'HEAD' || res.destroyed) break
      if (!res.write(text)) await writable(res)
    }
    res.end()
  } catch (error) {
    if (error instanceof Error) res.req.context.failure = error
    res.destroy()
  }
}

/** Resolves when the buffer is empty again, or the caller has hung up. */
const writable = (res: Response): Promise<void> =>
  new Promise((resolve) => {
    const go = () => {
      res.off('drain', go).off('close', go)
      resolve()
    }
    if (res.destroyed) return resolve()
    res.on('drain', go).on('close', go)
  })
