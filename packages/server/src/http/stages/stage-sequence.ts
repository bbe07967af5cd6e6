import type { RequestHandler } from 'express'

/** Runs stages one after the other, like `app.use` for each, but the router does not search before every stage. */
export const stageSequence =
  (...stages: readonly RequestHandler[]): RequestHandler =>
  (req, res, next) => {
    let at = 0
    const step = (error?: unknown): void => {
      const stage = stages[at]
      at += 1
      if (error || !stage) {
        next(error)
        return
      }
      try {
        const done: unknown = stage(req, res, step)
        if (done instanceof Promise)
          done.catch((reason: unknown) => next(reason ?? new Error('Rejected without a reason.')))
      } catch (thrown) {
        next(thrown)
      }
    }
    step()
  }
