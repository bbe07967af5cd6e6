import type { Logger } from 'pino'
import { type OpenApiDocument, pointerStep, type ResponseObject, resolve } from '../../contract/openapi-types.ts'
import type { SchemaChecks } from '../../contract/schema-validators.ts'
import type { Endpoint } from '../endpoints/endpoint-table.ts'

export interface ReplyCheck {
  /**
   * Compares a reply with the document. In tests a difference is returned and becomes a 500. In production it is counted
   * and logged after the reply has been sent.
   *
   * @param text The JSON; left out when the reply has none.
   */
  compare(endpoint: Endpoint, status: number, text?: string): Error | undefined
  /** The number of replies that differed. */
  differences(): number
}

interface Dependencies {
  readonly document: OpenApiDocument
  readonly checks: SchemaChecks
  readonly mode: 'throw' | 'count'
  readonly logger: Logger
}

export function createReplyCheck({ document, checks, mode, logger }: Dependencies): ReplyCheck {
  const logged = new Set<string>()
  const comparisons = new Map<string, ReplyComparison>()
  let differences = 0

  function difference(endpoint: Endpoint, status: number, text: string | undefined): string | undefined {
    const key = `${endpoint.id} ${status}`
    let judge = comparisons.get(key)
    if (!judge) {
      judge = createComparison(document, checks, endpoint, status)
      comparisons.set(key, judge)
    }
    return judge(text)
  }

  function count(endpoint: Endpoint, status: number, text: string | undefined) {
    const found = withoutThrowing(() => difference(endpoint, status, text))
    if (found === undefined) return
    differences += 1
    // Once per endpoint and status: such a reply differs every time.
    const key = `${endpoint.id} ${status}`
    if (logged.has(key)) return
    logged.add(key)
    logger.warn({ operation: endpoint.id, status, difference: found }, 'a reply does not fit the document')
  }

  return {
    compare(endpoint, status, text) {
      if (mode === 'count') {
        if ((text?.length ?? 0) <= MAX_COUNTED_LENGTH) setImmediate(count, endpoint, status, text)
        return undefined
      }
      const found = difference(endpoint, status, text)
      if (found === undefined) return undefined
      differences += 1
      return new Error(`${endpoint.id} answered ${status}, which does not fit the document: ${found}`)
    },
    differences: () => differences,
  }
}

/** Longer replies are not compared in production, because parsing them again takes too long. */
const MAX_COUNTED_LENGTH = 100_000

/** The reply has been sent. An error in the comparison must not end the process. */
function withoutThrowing(compare: () => string | undefined): string | undefined {
  try {
    return compare()
  } catch (error) {
    return `it could not be compared: ${String(error)}`
  }
}

/** Describes how a reply differs from the document; undefined when it fits. */
type ReplyComparison = (text: string | undefined) => string | undefined

function createComparison(
  document: OpenApiDocument,
  checks: SchemaChecks,
  endpoint: Endpoint,
  status: number,
): ReplyComparison {
  const response = endpoint.source.responses[status]
  if (!response) return () => 'the document does not list this status'

  const type = resolve<ResponseObject>(document, response).content?.['application/json']
  if (!type) return (text) => (text === undefined ? undefined : 'the document has no JSON here')
  if (!type.schema) return () => undefined

  // A shared response has its own place in the document.
  const at = '$ref' in response ? String(response.$ref) : `${endpoint.pointer}/responses/${status}`
  const check = checks.comparer(`${at}/content/${pointerStep('application/json')}/schema`)
  return (text) => {
    const violations = text === undefined ? [] : check(JSON.parse(text))
    return violations.map(({ loc, msg }) => `${loc.join('.') || 'the reply'} ${msg}`).join('; ') || undefined
  }
}
