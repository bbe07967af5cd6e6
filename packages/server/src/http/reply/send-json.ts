import type { Request, Response } from 'express'
import { awaitsContinue } from '../connection/expect-continue.ts'
import { hasBody } from '../stages/request-context.ts'

/** An unread body up to this size is read and dropped, and the connection is kept, if the rest comes within this time. */
const DROP_BYTES = 64 * 1024
const REST_MS = 10_000
/**
 * A refused upload is not read for a moment, so that the caller notices the reply and stops sending. Then up to this many
 * bytes are read and dropped, for up to this long.
 */
const QUIET_MS = 100
const LINGER_BYTES = 1024 * 1024
const LINGER_MS = 1000

/** Sends JSON text. No cache may keep it. */
export function sendJson(req: Request, res: Response, status: number, text: string): void {
  res.statusCode = status
  if (!res.hasHeader('Cache-Control')) res.setHeader('Cache-Control', 'no-store')
  res.setHeader('Content-Type', 'application/json; charset=utf-8')
  res.setHeader('Content-Length', Buffer.byteLength(text))
  const closes = !req.complete && res.getHeader('Connection') === 'close'
  if (!closes && !leavesMuchUnread(req)) {
    res.end(text)
    expectRest(req)
    return
  }
  res.setHeader('Connection', 'close')
  if (awaitsContinue(req)) res.end(text)
  else sendAndClose(req, res, text)
}

/** Closes the connection when the rest of a body that is dropped does not come. */
function expectRest(req: Request): void {
  if (req.complete || !hasBody(req)) return
  const timer = setTimeout(() => req.complete || req.socket.destroy(), REST_MS)
  req.once('close', () => clearTimeout(timer))
}

/** Whether the connection has to be closed after the reply, because more of the body is on its way than is worth reading. */
export function leavesMuchUnread(req: Request): boolean {
  if (req.complete || !hasBody(req)) return false
  const announced = req.headers['content-length']
  return announced === undefined || Number(announced) > DROP_BYTES
}

/**
 * Replies to a request whose body will not be read, then closes the connection. Closing with unread bytes resets the
 * connection, and the caller might never see the reply. So the whole reply is sent first, and the connection lingers.
 */
function sendAndClose(req: Request, res: Response, text: string): void {
  res.write(text)
  req.pause()

  let left = LINGER_BYTES
  const finish = () => {
    clearTimeout(quiet)
    clearTimeout(enough)
    req.off('data', drop).off('end', finish).off('close', finish)
    res.end()
  }
  const drop = (chunk: Buffer) => {
    left -= chunk.length
    if (left <= 0) finish()
  }
  const quiet = setTimeout(() => req.on('data', drop).resume(), QUIET_MS)
  const enough = setTimeout(finish, LINGER_MS)
  req.on('end', finish).on('close', finish)
}
