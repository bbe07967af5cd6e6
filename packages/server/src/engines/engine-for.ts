import type { Capability } from '../operations/define-operation.ts'
import type { Engine } from './engine-port.ts'

/** Looks up the engine that supplies a capability. This is the one place where work is given to one engine or another. */
export type EngineFor = (capability: Capability) => Engine

/** One engine supplies every capability. */
export const oneEngine =
  (engine: Engine): EngineFor =>
  () =>
    engine
