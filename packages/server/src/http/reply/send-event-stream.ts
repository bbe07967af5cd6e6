import type { Response } from 'express'

/**
 * Answers with server-sent events, each written as it comes, until there are no more or the caller hangs up. Who does not
 * read is not written to: no event is asked for before the last one found room. HEAD is answered with the headers alone.
 *
 * @param events Texts in the form of `text/event-stream`; begun and ended whatever happens, so that they free what they
 *   hold. What makes them hears of a hang-up by the signal of its call.
 */
export async function sendEvents(res: Response, events: AsyncIterable<string>): Promise<void> {
  res.setHeader('Content-Type', 'text/event-stream; charset=utf-8')
  res.setHeader('Cache-Control', 'no-store')
  // A proxy that collects answers would keep each event until there are many.
  res.setHeader('X-Accel-Buffering', 'no')
  res.status(200).flushHeaders()
  try {
    for await (const text of events) {
      if (res.req.method === 'HEAD' || res.destroyed) break
      if (!res.write(text)) await writable(res)
    }
    res.end()
  } catch (error) {
    if (error instanceof Error) res.err = error
    res.destroy()
  }
}

/** What was written is on its way, or nobody is there any more. */
const writable = (res: Response): Promise<void> =>
  new Promise((resolve) => {
    const go = () => {
      res.off('drain', go).off('close', go)
      resolve()
    }
    if (res.destroyed) return resolve()
    res.on('drain', go).on('close', go)
  })
