import type { OpenApiDocument } from '../contract/openapi-types.ts'

export interface RetiredEndpoint {
  readonly method: string
  readonly path: string
  /** The sentence on what to use instead. */
  readonly instead: string
}

/** The endpoints that the document marks as retired. */
export const retiredEndpoints = ({ paths }: OpenApiDocument): RetiredEndpoint[] =>
  Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).flatMap(([method, operation]) => {
      const instead = (operation as { 'x-retired'?: string })['x-retired']
      return instead === undefined ? [] : [{ method: method.toUpperCase(), path, instead }]
    }),
  )
