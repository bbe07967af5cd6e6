import type { Engines } from '../../base/engine-capability.ts'
import type { Lane } from '../../database/schema/run-tables.ts'
import type { RunOrder } from '../../operations/define-operation.ts'

/**
 * What an order waits for most of its time. Each lane has slots of its own, so that nobody waits for a thread because somebody else
 * waits for a provider.
 */
export const laneOf = ({ operation, params }: RunOrder, engines: Engines): Lane =>
  operation.brief?.(params) ||
  (operation.capability === 'copy' && engines.copy === 'openai-compatible') ||
  (operation.capability === 'cutout' && engines.cutout !== 'local')
    ? 'providers'
    : 'threads'
