import type { JsonObject, OpenApi, Operation } from '../generate/read/openapi-model.ts'

// For tests alone.

/** The smallest document that holds one operation, changed as a test needs it. */
export function documentWith(
  operation: Partial<Operation>,
  more: { path?: string; method?: 'get' | 'post'; schemas?: Record<string, JsonObject> } = {},
): OpenApi {
  const { path = '/api/things', method = 'post', schemas = {} } = more
  const whole: Operation = {
    operationId: 'things.make',
    summary: 'Make a thing.',
    tags: ['things'],
    'x-rate-class': 'api',
    responses: { 200: { description: 'Made.' } },
    ...operation,
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Things', version: '1.0.0' },
    security: [{ bearer: [] }],
    tags: [{ name: 'things' }],
    paths: { [path]: { [method]: whole } },
    webhooks: {},
    components: { schemas, responses: {}, parameters: {}, headers: {}, securitySchemes: {} },
  }
}

/** A request body of JSON. */
export const json = (schema: JsonObject) => ({ required: true, content: { 'application/json': { schema } } })
