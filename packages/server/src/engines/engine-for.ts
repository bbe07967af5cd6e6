import { type Capability, type Engines, engineOff } from '../base/engine-capability.ts'
import type { Engine } from './engine-port.ts'

/** Finds the engine that supplies a capability. No other code chooses between engines. */
export type EngineFor = (capability: Capability) => Engine

/**
 * The engine of each capability, as the operator chose. Previews are drawn in the threads of the local engine.
 *
 * @param at.synthesis gives pictures from words to providers; undefined where none is chosen
 *
 * @returns a function that throws ServiceError `engine_unavailable` when none is chosen: work that was accepted under
 * another setting then fails, and its credits are released.
 */
export const enginesByCapability =
  (engines: Engines, { local, synthesis }: { readonly local: Engine; readonly synthesis?: Engine }): EngineFor =>
  (capability) => {
    if (engines[capability] === 'off') throw engineOff(capability)
    return (capability === 'synthesis' ? synthesis : undefined) ?? local
  }
