import bundled from '../../../../openapi/dist/openapi.json'
import type { OpenApiDocument } from './openapi-types.ts'

/** The bundled contract, as served at /openapi.json. Treat it as frozen. */
export const document = bundled as unknown as OpenApiDocument
