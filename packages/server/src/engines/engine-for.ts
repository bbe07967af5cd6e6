import { type Capability, type Engines, engineOff, providerMissing } from '../base/engine-capability.ts'
import type { Engine } from './engine-port.ts'

/**
 * Finds the engine that supplies a capability. No other code chooses between engines.
 *
 * @param work.isProvided whether the work has a brief for providers
 */
export type EngineFor = (capability: Capability, work?: { readonly isProvided: boolean }) => Engine

/**
 * The engine of each capability, as the operator chose. Previews are drawn in the threads of the local engine.
 *
 * @param others the engine of this server, which may ask providers for cut-outs, the one that asks a language model, and those that give pictures and films to providers, where the operator chose
 *   them
 *
 * @returns a function that throws ServiceError `engine_unavailable` when none is chosen: work that was accepted under
 * another setting then fails, and its credits are released.
 */
export const enginesByCapability =
  (
    engines: Engines,
    {
      local,
      copy,
      synthesis,
      films,
    }: { readonly local: Engine; readonly copy?: Engine; readonly synthesis?: Engine; readonly films?: Engine },
  ): EngineFor =>
  (capability, { isProvided } = { isProvided: false }) => {
    if (engines[capability] === 'off') throw engineOff(capability)
    if (isProvided) {
      const provider = capability === 'motion' ? films : synthesis
      if (!provider) throw providerMissing()
      return provider
    }
    return (capability === 'copy' ? copy : undefined) ?? local
  }
