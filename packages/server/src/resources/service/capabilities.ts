import type { Serving } from '@platelight/imaging/network-port.ts'
import {
  CAPABILITIES,
  chosenEngine,
  ENGINE_CHOICES,
  type Engines,
  engineSetting,
} from '../../base/engine-capability.ts'
import type { EndpointCatalogue } from '../../base/ports.ts'
import type { Schemas } from '../../contract/index.ts'
import { capabilityOf, findOperation } from '../../operations/image-operations.ts'
import { type Abilities, settingToEnable } from '../../runs/store/worker-registry.ts'

/** The settings that name a network of the operator's own. */
const SETTINGS: Readonly<Partial<Record<keyof Serving, string>>> = {
  cutout: 'PLATELIGHT_CUTOUT_MODEL',
  upscale: 'PLATELIGHT_UPSCALE_MODEL',
  detect: 'PLATELIGHT_DETECT_MODEL',
  saliency: 'PLATELIGHT_SALIENCY_MODEL',
  ware: 'PLATELIGHT_WARE_MODEL',
  food: 'PLATELIGHT_FOOD_MODEL',
}

/**
 * The engine that serves each operation of the document now. An operation that no worker can do is not available. Its entry names the setting that would enable it, or supply a network that does it
 * better.
 */
export const capabilities = (
  { imageOperations }: EndpointCatalogue,
  { capabilities, serving }: Abilities,
  { enhanceDetail, engines }: { readonly enhanceDetail: boolean; readonly engines: Engines },
): Schemas['Capabilities'] => ({
  operations: imageOperations.map((name) => {
    const operation = findOperation(name)
    if (!operation) return { operation: name, available: false, engine: null }
    const capability = capabilityOf(name)
    if (!capabilities.has(capability)) {
      const setting = settingToEnable(capability, capabilities, engines)
      return { operation: name, available: false, engine: null, setting }
    }
    const isFilmed = capability === 'motion' && engines.filmProviders.length > 0
    // Pictures from words are made, and copy is written, by whichever engine was chosen. So are films and cut-outs, by providers.
    const isCutOut = capability === 'cutout' && engines.cutout !== 'local'
    const isChosen = capability === 'synthesis' || capability === 'copy' || isFilmed || isCutOut
    const engine = isChosen ? (chosenEngine(engines, capability) ?? operation.engine) : operation.engine
    // An enhance uses the network to enlarge only if the operator chose that. The rest of its work is its own.
    const detail = enhanceDetail ? operation.detailNetwork : undefined
    const network = isFilmed || isCutOut ? undefined : (detail ?? operation.network)
    const served = network && serving[network]
    // It does more with a provider of pictures, where none is chosen.
    const needsProvider =
      !operation.isBatch &&
      operation.brief &&
      capability !== 'synthesis' &&
      capability !== 'motion' &&
      engines.providers.length === 0
    const setting = needsProvider ? engineSetting('synthesis') : network && !served ? SETTINGS[network] : undefined
    return {
      operation: name,
      available: true,
      engine: detail && served ? `${engine}, ${served}` : (served ?? engine),
      ...(setting && { setting }),
    }
  }),
  engines: CAPABILITIES.map((capability) => ({
    capability,
    engine: chosenEngine(engines, capability) ?? null,
    setting: engineSetting(capability),
    choices: [...ENGINE_CHOICES[capability]],
  })),
})
