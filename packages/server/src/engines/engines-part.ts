import type { Logger } from 'pino'
import { part } from '../base/compose.ts'
import type { Config } from '../base/config/server-config.ts'
import type { Engines } from '../base/engine-capability.ts'
import { createApiClient } from '../net/api/api-client.ts'
import { withoutSecrets } from '../net/api/api-client-error.ts'
import type { Net } from '../net/net-part.ts'
import { chatModel } from './copy/chat-model.ts'
import { copyEngine } from './copy/copy-engine.ts'
import { cutoutEngine } from './cutouts/cutout-engine.ts'
import { enginesByCapability } from './engine-for.ts'
import type { Engine } from './engine-port.ts'
import { type AskedProviders, openProviders } from './synthesis/open-providers.ts'
import { synthesisEngine } from './synthesis/synthesis-engine.ts'

/** A caller waits for copy for 60 seconds, and the server must still be able to write it itself. */
const MODEL_MS = 40_000
const MAX_REPLY_BYTES = 200_000
/** Ten seconds in the best quality of any provider take less. */
const MAX_FILM_BYTES = 150_000_000

/** The engine of each capability, with those that ask other services. */
export const enginesPart = part((needs: { config: Config; engine: Engine; net: Net; logger: Logger }) => {
  const { config, engine: local, net, logger } = needs
  const copy = config.copy && openCopy(config.copy, { local, net, logger })
  const { imageProviders, filmProviders, cutoutProviders, limits } = config
  const { maxBytes } = limits
  const fallsBack = config.engines.cutoutChain.includes('local')
  const synthesize = (options: AskedProviders) => synthesisEngine({ ...options, local })
  const cutOut = (options: AskedProviders) => cutoutEngine({ ...options, local, fallsBack })
  const shared = { net, logger, maxBytes }
  const synthesis = openProviders(imageProviders, { ...shared, engine: synthesize })
  const films = openProviders(filmProviders, { ...shared, engine: synthesize, maxBytes: MAX_FILM_BYTES })
  const cutouts = openProviders(cutoutProviders, { ...shared, engine: cutOut })
  // A process that leaves such work to others has no accounts. It must not do it in another way by mistake.
  const engines: Engines = {
    ...config.engines,
    ...(config.engines.providers.length > 0 && !synthesis && { synthesis: 'off' }),
    ...(config.engines.filmProviders.length > 0 && !films && { motion: 'off' }),
    ...(config.engines.copy === 'openai-compatible' && !copy && { copy: 'off' }),
  }
  return {
    provides: {
      engineFor: enginesByCapability(engines, {
        local: cutouts?.engine ?? local,
        ...(copy && { copy }),
        ...(synthesis && { synthesis: synthesis.engine }),
        ...(films && { films: films.engine }),
      }),
    },
    async close() {
      await local.close()
      await Promise.all([copy?.close(), synthesis?.close(), films?.close(), cutouts?.close()])
    },
  }
})

function openCopy(
  { url, model, key }: NonNullable<Config['copy']>,
  { local, net, logger }: { local: Engine; net: Net; logger: Logger },
): Engine {
  const secrets = key === undefined ? [] : [key]
  const client = createApiClient({
    service: 'the language model',
    operatorHosts: new Set([new URL(url).host]),
    ...net.forApis,
    secrets,
    timeoutMs: MODEL_MS,
    maxBytes: MAX_REPLY_BYTES,
  })
  return copyEngine({
    ask: chatModel({ url, model, key, ask: client.fetch }),
    local,
    onProblem: ({ message }) =>
      logger.warn({ model, reason: withoutSecrets(message, secrets) }, 'the language model gave no usable copy'),
    close: client.close,
  })
}
