import type { Response } from 'express'

/** Sends the caller to another address, this time only. */
export function sendRedirect(res: Response, location: string): void {
  res.setHeader('Cache-Control', 'no-store')
  res.setHeader('Location', location)
  res.status(302).end()
}
