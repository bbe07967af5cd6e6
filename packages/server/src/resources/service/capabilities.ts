import type { Serving } from '@platelight/imaging/network-port.ts'
import type { EndpointCatalogue } from '../../base/ports.ts'
import type { Schemas } from '../../contract/index.ts'
import { findOperation } from '../../operations/image-operations.ts'

/** The settings that name a network of the operator's own. */
const SETTINGS: Readonly<Partial<Record<keyof Serving, string>>> = {
  cutout: 'PLATELIGHT_CUTOUT_MODEL',
  upscale: 'PLATELIGHT_UPSCALE_MODEL',
  detect: 'PLATELIGHT_DETECT_MODEL',
  saliency: 'PLATELIGHT_SALIENCY_MODEL',
}

/**
 * The engine that serves each operation of the document now. An operation without a built endpoint is not available. If a
 * network would do it better and there is none, the entry names the setting for one.
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
    // An enhance uses the network to enlarge only if the operator chose that. The rest of its work is its own.
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
