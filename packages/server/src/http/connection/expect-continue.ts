import type { IncomingMessage, ServerResponse } from 'node:http'

/** Callers that sent `Expect: 100-continue` and hold their body back until they are told to go on. */
const holding = new WeakSet<IncomingMessage>()
/** Callers that expect something else. */
const unmet = new WeakSet<IncomingMessage>()

export const noteHeldBack = (req: IncomingMessage): void => {
  holding.add(req)
}

export const noteUnmet = (req: IncomingMessage): void => {
  unmet.add(req)
}

/** Tells a caller that holds its body back to send it; for everybody else nothing happens. */
export function sendContinue(req: IncomingMessage, res: ServerResponse): void {
  if (holding.delete(req)) res.writeContinue()
}

/** Whether the body has not even been asked for. */
export const isHoldingBack = (req: IncomingMessage): boolean => holding.has(req)

/** Whether the caller expects what this server does not know. */
export const expectsUnknown = (req: IncomingMessage): boolean => unmet.has(req)
