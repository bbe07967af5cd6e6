/** The parts of OpenAPI that the generator uses. Everything else passes through unchanged. */

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json | undefined }
export type JsonObject = { [key: string]: Json | undefined }

export interface Reference {
  $ref: string
}

export interface Header extends JsonObject {}

export interface Response {
  description: string
  headers?: { [name: string]: Header }
  content?: { [mediaType: string]: JsonObject }
}

export interface Parameter {
  name: string
  in: 'path' | 'query' | 'header' | 'cookie'
  required?: boolean
  schema: JsonObject
  [key: string]: Json | undefined
}

export interface Operation {
  operationId: string
  summary?: string
  description?: string
  tags?: string[]
  deprecated?: boolean
  security?: JsonObject[]
  parameters?: (Parameter | Reference)[]
  requestBody?: { required?: boolean; content: { [mediaType: string]: JsonObject } }
  responses: { [status: string]: Response | Reference }
  'x-operation'?: string
  'x-operations'?: { [value: string]: string }
  /** Costs no credits and therefore never returns 402. */
  'x-free'?: boolean
  'x-deadline-seconds'?: number
  'x-retired'?: string
  /** The scopes that a credential must have, all of them. */
  'x-scopes'?: string[]
  /** The rate class that a request counts against. */
  'x-rate-class'?: string
  'x-extension'?: boolean
}

export const METHODS = ['get', 'head', 'post', 'put', 'patch', 'delete'] as const
export type Method = (typeof METHODS)[number]

export type PathItem = { [M in Method]?: Operation } & { parameters?: (Parameter | Reference)[] }

export interface Components {
  schemas: { [name: string]: JsonObject }
  responses: { [name: string]: Response }
  parameters: { [name: string]: Parameter }
  headers: { [name: string]: Header }
  securitySchemes: { [name: string]: JsonObject }
}

export interface OpenApi {
  openapi: string
  info: JsonObject
  security: JsonObject[]
  servers?: { url: string }[]
  tags: Tag[]
  paths: { [path: string]: PathItem }
  webhooks: { [event: string]: PathItem }
  components: Components
}

export interface Tag {
  name: string
  /** The scope that changes under this tag require. */
  'x-scope'?: string
  /** The rate class of its public operations. */
  'x-rate-class'?: string
}

export interface Endpoint {
  path: string
  method: Method
  operation: Operation
  item: PathItem
}

/** Every operation of the document, in the order of the index. */
export function endpoints(paths: { [path: string]: PathItem }): Endpoint[] {
  return Object.entries(paths).flatMap(([path, item]) =>
    METHODS.flatMap((method) => {
      const operation = item[method]
      return operation ? [{ path, method, operation, item }] : []
    }),
  )
}

/** Whether an operation requires a credential. The default of the document is Bearer. */
export const isBearer = (operation: Operation): boolean => operation.security === undefined

export const isReference = (value: unknown): value is Reference =>
  typeof value === 'object' && value !== null && typeof (value as Partial<Reference>).$ref === 'string'

/** `#/components/responses/NotFound` → `NotFound`. */
export const nameOf = ({ $ref }: Reference): string => $ref.slice($ref.lastIndexOf('/') + 1)

/** Path-level and operation-level parameters of an endpoint, resolved. */
export function parametersOf({ item, operation }: Endpoint, components: Components): Parameter[] {
  return [...(item.parameters ?? []), ...(operation.parameters ?? [])].map((parameter) => {
    if (!isReference(parameter)) return parameter
    const found = components.parameters[nameOf(parameter)]
    if (!found) throw new Error(`${operation.operationId}: no parameter ${parameter.$ref}`)
    return found
  })
}
