import type { Request, RequestHandler, Response } from 'express'
import { type ErrorCode, ServiceError } from '../../base/service-error.ts'
import { sendContinue } from '../connection/expect-continue.ts'
import type { BodyKind, Endpoint } from '../endpoints/endpoint-table.ts'
import { rateLimitSubject } from '../limits/client-address.ts'
import { endpointOf, hasBody, type ReceivedBody, trackWork } from '../stages/request-context.ts'
import type { Validations } from '../validation/endpoint-validations.ts'
import { atPace, type BodyPace } from './body-pace.ts'
import { createFormReader, endAfterReply, type FormLimits } from './multipart-body.ts'
import { createOpenForms, type OpenFormLimits } from './open-forms.ts'
import { readJson, readUrlencoded } from './text-body.ts'

/** Sizes are bytes. */
export interface BodyLimits extends FormLimits {
  readonly pace: BodyPace
  readonly openForms: OpenFormLimits
  /** Of a JSON body of a caller with an account. */
  readonly jsonBytes: number
}

/** The same without an account. Events of payment providers are larger, and are signed. */
const PUBLIC_BYTES = 64_000
const RECEIVED_BYTES = 256_000
/** Of one text field of a form. */
const FIELD_BYTES = 256 * 1024

/** The codes of bodies that may never end. */
const SLOW: ReadonlySet<ErrorCode> = new Set(['request_timeout', 'rate_limited'])

interface ReadBodyDependencies {
  readonly validations: Validations
  /** Uploaded files are kept here until their request is over. */
  readonly uploadFolder: string
  readonly limits: BodyLimits
}

/** The stage that reads the body: media type (415), size (413), JSON or form syntax (400). */
export function createReadBody({ validations, uploadFolder, limits }: ReadBodyDependencies): RequestHandler {
  const textBytes = ({ bearer, rateClass }: Endpoint) =>
    bearer ? limits.jsonBytes : rateClass === 'receiver' ? RECEIVED_BYTES : PUBLIC_BYTES
  const forms = createFormReader({ folder: uploadFolder, limits })
  const openForms = createOpenForms(limits.openForms)

  async function read(req: Request, res: Response): Promise<ReceivedBody | undefined> {
    const { context } = req
    const endpoint = endpointOf(req)
    const kind = bodyKind(req, endpoint)
    const validation = validations.of(endpoint)
    const maxBytes = textBytes(endpoint)
    const paced = <T>(begin: () => Promise<T>): Promise<T> => {
      sendContinue(req, res)
      return atPace(req, limits.pace, begin())
    }

    if (kind === 'form') {
      const shape = validation?.form
      if (!shape) throw new Error(`${endpoint.id} has no form.`)
      const form = { shape, fieldBytes: Math.min(FIELD_BYTES, maxBytes) }
      const caller = context.principal?.account.id ?? context.visitor
      const { value, files, ignored, violations } = await openForms.during(rateLimitSubject(req.ip), caller, () =>
        paced(() => forms.read(req, res, form)),
      )
      context.body = value
      context.files = files
      context.ignoredFields.push(...ignored)
      return { kind, violations }
    }
    const { value, raw } = await paced(() =>
      kind === 'json' ? readJson(req, maxBytes, validation?.bounds) : readUrlencoded(req, maxBytes),
    )
    if (value === undefined) return undefined
    context.body = value
    if (endpoint.rawBody) context.rawBody = raw
    return { kind, violations: [] }
  }

  return async (req, res, next) => {
    if (endpointOf(req).body && hasBody(req)) {
      const received = await trackWork(req, read(req, res)).catch((error: unknown) => {
        if (error instanceof ServiceError && SLOW.has(error.code)) {
          res.setHeader('Connection', 'close')
          endAfterReply(req, res)
        }
        throw error
      })
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
