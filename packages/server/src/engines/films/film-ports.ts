import type { MessagePort } from 'node:worker_threads'
import { isStorageFull, ServiceError, storageFull } from '../../base/service-error.ts'
import { transferable } from '../../models/thread/transferable.ts'
import type { FilmFormat, Films, FilmWish, Frames } from '../../operations/reel/films-port.ts'

/** What the thread that draws says: the format once, then a frame whenever it is asked, and nothing more after the last. */
type FromDrawing =
  | { readonly format: FilmFormat }
  | { readonly remake: { readonly film: Uint8Array; readonly wish: FilmWish } }
  | { readonly frame: Uint8Array | null }
  | { readonly gone: string }
/** What the thread that writes says: that it has room for a frame, and in the end what became of the film. */
type FromWriting =
  | { readonly next: true }
  | { readonly film: Uint8Array }
  | { readonly refused: Pick<ServiceError, 'code' | 'message' | 'fields'> }
  | { readonly failed: unknown }
  | { readonly gone: string }

/** Films that another thread writes, which is the one that may start programs and outlives this one. */
export const filmClient = (port: MessagePort): Films => ({
  async encode(format, frames) {
    const next = inboxOf<FromWriting>(port)
    const drawn = iteratorOf(frames)
    port.postMessage({ format } satisfies FromDrawing)
    // One frame is drawn while the one before it is written.
    let ready = drawn.next()
    ready.catch(() => {})
    for (;;) {
      const film = filmIn(await next())
      if (film) return film
      const { value, done } = await ready
      if (done) {
        port.postMessage({ frame: null } satisfies FromDrawing)
        continue
      }
      const frame = transferable(value)
      port.postMessage({ frame } satisfies FromDrawing, [frame.buffer])
      ready = drawn.next()
      ready.catch(() => {})
    }
  },

  async remake(film, wish) {
    const next = inboxOf<FromWriting>(port)
    port.postMessage({ remake: { film, wish } } satisfies FromDrawing)
    const made = filmIn(await next())
    if (!made) throw new Error('the thread that writes films asked for a frame')
    return made
  },
})

/** The film in a message; undefined when it asks for a frame. @throws what kept the film from being written */
function filmIn(message: FromWriting): Uint8Array | undefined {
  if ('film' in message) return message.film
  if ('refused' in message) {
    const { code, message: text, fields } = message.refused
    throw new ServiceError(code, text, fields)
  }
  if ('failed' in message) throw message.failed
  if ('gone' in message) throw new Error(message.gone)
  return undefined
}

/** Writes one film for a thread. Ends when the film is written, or when the port is closed. */
export async function serveFilm(port: MessagePort, films: Films): Promise<void> {
  const next = inboxOf<FromDrawing>(port)
  const first = await next()
  if (!('format' in first || 'remake' in first)) return
  try {
    const film = transferable(
      'remake' in first
        ? await films.remake(first.remake.film, first.remake.wish)
        : await films.encode(first.format, framesFrom(port, next)),
    )
    port.postMessage({ film } satisfies FromWriting, [film.buffer])
  } catch (error) {
    const full = isStorageFull(error) ? storageFull() : error
    if (full instanceof ServiceError) {
      const { code, message, fields } = full
      port.postMessage({ refused: { code, message, fields } } satisfies FromWriting)
    } else port.postMessage({ failed: full } satisfies FromWriting)
  }
}

async function* framesFrom(port: MessagePort, next: () => Promise<FromDrawing>): AsyncGenerator<Uint8Array> {
  for (;;) {
    port.postMessage({ next: true } satisfies FromWriting)
    const message = await next()
    if ('gone' in message) throw new Error(message.gone)
    if (!('frame' in message) || message.frame === null) return
    yield message.frame
  }
}

/** Messages of a port in their order; `gone` when the other side closed it. Those that nobody waits for yet are kept. */
function inboxOf<Message>(port: MessagePort): () => Promise<Message> {
  const kept: Message[] = []
  let waiting: ((message: Message) => void) | undefined
  const take = (message: Message) => {
    if (!waiting) return void kept.push(message)
    waiting(message)
    waiting = undefined
  }
  port.on('message', take)
  port.on('close', () => take({ gone: 'the thread that draws the film ended' } as Message))
  return () => {
    const first = kept.shift()
    if (first !== undefined) return Promise.resolve(first)
    return new Promise((resolve) => {
      waiting = resolve
    })
  }
}

const iteratorOf = (frames: Frames): AsyncIterator<Uint8Array> =>
  (async function* () {
    yield* frames
  })()
