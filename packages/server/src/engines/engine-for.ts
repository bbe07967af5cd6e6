import type { Capability } from '../base/engine-capability.ts'
import type { Engine } from './engine-port.ts'

/** Finds the engine that supplies a capability. No other code chooses between engines. */
export type EngineFor = (capability: Capability) => Engine

/** One engine supplies every capability. */
export const oneEngine =
  (engine: Engine): EngineFor =>
  () =>
    engine
