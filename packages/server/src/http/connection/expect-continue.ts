import type { IncomingMessage, ServerResponse } from 'node:http'

/** Requests with `Expect: 100-continue`, whose body is not sent before the server asks for it. */
const awaitingContinue = new WeakSet<IncomingMessage>()
/** Requests with any other `Expect`. */
const unknownExpectation = new WeakSet<IncomingMessage>()

export const noteExpectsContinue = (req: IncomingMessage): void => {
  awaitingContinue.add(req)
}

export const noteUnknownExpectation = (req: IncomingMessage): void => {
  unknownExpectation.add(req)
}

/** Asks for the body when the caller holds it back. */
export function sendContinue(req: IncomingMessage, res: ServerResponse): void {
  if (awaitingContinue.delete(req)) res.writeContinue()
}

/** Whether the body has not been asked for yet. */
export const awaitsContinue = (req: IncomingMessage): boolean => awaitingContinue.has(req)

/** Whether the caller expects something that this server does not know. */
export const hasUnknownExpectation = (req: IncomingMessage): boolean => unknownExpectation.has(req)
