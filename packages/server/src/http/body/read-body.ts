import type { Request, RequestHandler, Response } from 'express'
import { sendContinue } from '../connection/expect-continue.ts'
import { endpointOf, hasBody, type ReceivedBody, trackWork } from '../stages/request-context.ts'
import type { Validations } from '../validation/endpoint-validations.ts'
import { bodyKind } from './body-media-type.ts'
import { createTextReader } from './json-body.ts'
import { createFormReader, type FormLimits } from './multipart-body.ts'

/** Sizes are bytes. */
export interface BodyLimits extends FormLimits {
  readonly jsonBytes: number
}

interface ReadBodyDependencies {
  readonly validations: Validations
  /** Uploaded files are kept here until their request is over. */
  readonly uploadFolder: string
  readonly limits: BodyLimits
}

/** The stage that reads the body: media type (415), size (413), JSON or form syntax (400). */
export function createReadBody({ validations, uploadFolder, limits }: ReadBodyDependencies): RequestHandler {
  const texts = createTextReader(limits)
  const forms = createFormReader({ folder: uploadFolder, limits })

  async function read(req: Request, res: Response): Promise<ReceivedBody | undefined> {
    const { context } = req
    const endpoint = endpointOf(req)
    const kind = bodyKind(req, endpoint)
    sendContinue(req, res)

    if (kind === 'form') {
      const shape = validations.of(endpoint)?.form
      if (!shape) throw new Error(`${endpoint.id} has no form.`)
      const { value, files, ignored, violations } = await forms.read(req, res, shape)
      context.body = value
      context.files = files
      context.ignoredFields.push(...ignored)
      return { kind, violations }
    }
    const { value, raw } = await texts[kind](req)
    if (value === undefined) return undefined
    context.body = value
    if (endpoint.rawBody) context.rawBody = raw
    return { kind, violations: [] }
  }

  return async (req, res, next) => {
    if (endpointOf(req).body && hasBody(req)) {
      const received = await trackWork(req, read(req, res))
      if (received) req.context.received = received
    }
    next()
  }
}
