import bundled from '../../../../openapi/dist/openapi.json'
import type { OpenApiDocument } from './openapi.ts'
import { createSchemaChecks } from './schemas.ts'

/** The bundled contract, as served at /openapi.json. Treat it as frozen. */
export const document = bundled as unknown as OpenApiDocument

/** Checks against the contract's schemas; nothing is compiled before it is used. */
export const { validate, comparer, compile } = createSchemaChecks(document)
