import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { ModelSettings } from '../../src/models/model-settings.ts'
import { type LocalNetworks, localNetworks } from '../../src/models/thread/local-networks.ts'

/** The networks whose packages are installed here. Conversions are kept between test runs. */
export const realSettings: ModelSettings = {
  own: {},
  cacheFolder: join(tmpdir(), 'platelight-models'),
  addedFolder: join(tmpdir(), 'platelight-networks'),
  searchFrom: [fileURLToPath(import.meta.url)],
  threads: availableParallelism(),
  preload: [],
  idleMs: 0,
}

/**
 * The networks whose packages are installed here, in the calling thread.
 *
 * @param own paths of files that replace them
 * @example const networks = realNetworks()
 */
export const realNetworks = (own: ModelSettings['own'] = {}): LocalNetworks =>
  localNetworks({
    settings: { ...realSettings, own },
    onTrouble: (problem) => process.stderr.write(`${problem}\n`),
  })
