import type { IncomingMessage, ServerResponse } from 'node:http'

/** Callers that sent `Expect: 100-continue` and hold their body back until they are told to go on. */
const awaitingContinue = new WeakSet<IncomingMessage>()
/** Callers that expect something else. */
const unknownExpectation = new WeakSet<IncomingMessage>()

export const noteExpectsContinue = (req: IncomingMessage): void => {
  awaitingContinue.add(req)
}

export const noteUnknownExpectation = (req: IncomingMessage): void => {
  unknownExpectation.add(req)
}

/** Tells a caller that holds its body back to send it; for everybody else nothing happens. */
export function sendContinue(req: IncomingMessage, res: ServerResponse): void {
  if (awaitingContinue.delete(req)) res.writeContinue()
}

/** Whether the body has not even been asked for. */
export const awaitsContinue = (req: IncomingMessage): boolean => awaitingContinue.has(req)

/** Whether the caller expects what this server does not know. */
export const hasUnknownExpectation = (req: IncomingMessage): boolean => unknownExpectation.has(req)
