import { WARNING_CODES } from '../../../packages/server/src/base/warning-codes.ts'
import type { JsonObject, OpenApi } from '../read/openapi-model.ts'

/** Writes the codes of `base/warning-codes.ts` beside the code of a warning. The text stays open for later ones. */
export function fillWarningCodes({ components: { schemas } }: OpenApi): void {
  const { code } = (schemas.Warning?.properties ?? {}) as { readonly code?: JsonObject }
  if (!code) throw new Error('The document has no code in its schema Warning.')
  code['x-extensible-enum'] = [...WARNING_CODES]
}
