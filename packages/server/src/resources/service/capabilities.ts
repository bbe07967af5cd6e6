import type { Serving } from '@platelight/imaging/network-port.ts'
import type { EndpointCatalogue } from '../../base/ports.ts'
import type { Schemas } from '../../contract/index.ts'
import { findOperation } from '../../operations/image-operations.ts'

/** What names a network of the operator's own, or finds out why there is none. */
const SETTINGS: Readonly<Partial<Record<keyof Serving, string>>> = {
  cutout: 'PLATELIGHT_CUTOUT_MODEL',
  upscale: 'PLATELIGHT_UPSCALE_MODEL',
}

/**
 * Which engine serves each operation of the document now. One that no built endpoint does is not available, whoever
 * could do it. Where a network would do it better and there is none, the setting that names one stands beside.
 */
export const capabilities = (
  { imageOperations }: EndpointCatalogue,
  serving: Serving,
  { enhanceDetail }: { readonly enhanceDetail: boolean },
): Schemas['Capabilities'] => ({
  operations: imageOperations.map(({ name, built }) => {
    const operation = built ? findOperation(name) : undefined
    if (!operation) return { operation: name, available: false, engine: null }
    const { engine } = operation
    // The detail network does only a part of the work, and only where the operator chose it.
    const detail = enhanceDetail ? operation.detailNetwork : undefined
    const network = detail ?? operation.network
    const served = network && serving[network]
    const setting = network && !served ? SETTINGS[network] : undefined
    return {
      operation: name,
      available: true,
      engine: detail && served ? `${engine}, ${served}` : (served ?? engine),
      ...(setting && { setting }),
    }
  }),
})
