import type { Engines } from '../../base/engine-capability.ts'
import { ServiceError } from '../../base/service-error.ts'
import type { Db } from '../../database/open-database.ts'
import { capabilitiesOf, type Order, runOrdersOf } from '../../operations/define-operation.ts'
import { settingToEnable, type WorkerRegistry } from '../store/worker-registry.ts'

/** Retry-After in seconds. A worker that is started again is online within this time. */
const RESTART_SECONDS = 10

/** Refuses work that no process could do, before anything is charged for it. */
export function createWorkerAdmission({
  workers,
  engines,
}: {
  readonly workers: Pick<WorkerRegistry, 'abilities'>
  readonly engines: Engines
}) {
  return {
    /** @throws ServiceError `engine_unavailable`, with the missing capability and the setting that supplies it */
    async refuseIfUnable(tx: Db, order: Order): Promise<void> {
      const { capabilities } = await workers.abilities(tx)
      const missing = runOrdersOf(order)
        .flatMap(capabilitiesOf)
        .find((capability) => !capabilities.has(capability))
      if (missing !== undefined) throw unavailable(missing, settingToEnable(missing, capabilities, engines))
    },
  }
}

const unavailable = (capability: string, setting: string) =>
  new ServiceError(
    'engine_unavailable',
    setting === 'PLATELIGHT_FFMPEG'
      ? 'Reels need ffmpeg with libx264, and no process of this server has it. Nothing was done or charged. The operator can install it, or name it in PLATELIGHT_FFMPEG.'
      : `No worker that can do this is online (it needs \`${capability}\`). Nothing was done or charged. Try again in a moment; if this lasts, the operator has to start one (${setting}).`,
    { capability, setting },
    RESTART_SECONDS,
  )
