import type { Request, RequestHandler, Response } from 'express'
import { ServiceError } from '../../base/service-error.ts'
import { sendContinue } from '../connection/expect-continue.ts'
import type { BodyKind, Endpoint } from '../endpoints/endpoint-table.ts'
import { endpointOf, hasBody, type ReceivedBody, trackWork } from '../stages/request-context.ts'
import type { Validations } from '../validation/endpoint-validations.ts'
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

/**
 * The kind of body that a request sends.
 *
 * @throws ServiceError `unsupported_media_type`
 */
function bodyKind(req: Request, { body }: Endpoint): BodyKind {
  const type = req.headers['content-type']?.split(';', 1)[0]?.trim().toLowerCase() ?? ''
  if (body?.json && (type === 'application/json' || /^application\/[^/]+\+json$/.test(type))) return 'json'
  if (body?.form && type === 'multipart/form-data') return 'form'
  if (body?.urlencoded && type === 'application/x-www-form-urlencoded') return 'urlencoded'

  const supported = [
    body?.json && 'application/json',
    body?.form && 'multipart/form-data',
    body?.urlencoded && 'application/x-www-form-urlencoded',
  ].filter(Boolean)
  throw new ServiceError(
    'unsupported_media_type',
    `Send ${supported.join(' or ')}${type && `, not ${type.slice(0, 100)}`}.`,
  )
}
