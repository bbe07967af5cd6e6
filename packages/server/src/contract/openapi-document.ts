import bundled from '../../../../openapi/dist/openapi.json'
import type { OpenApiDocument } from './openapi-types.ts'

/** The bundled document, as served at /openapi.json. It must not be changed. */
export const document = bundled as unknown as OpenApiDocument
