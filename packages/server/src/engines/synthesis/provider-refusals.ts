import { providerSetting } from '../../base/config/synthesis-settings.ts'
import { type Capability, engineSetting, type Provider } from '../../base/engine-capability.ts'
import { ServiceError } from '../../base/service-error.ts'
import type { ProviderError, ProviderFailure } from './provider-error.ts'

const NOTHING_CHARGED = 'Nothing was charged.'

/**
 * The error for the caller after every provider failed. It names no provider's words, which may quote a key or another
 * customer's prompt; the log has them.
 */
export function explainFailures(
  problems: readonly ProviderError[],
  capability: Capability = 'synthesis',
): ServiceError {
  // The failure that says most is reported to the caller.
  const [worst] = [...problems].sort((one, other) => RANK.indexOf(one.failure) - RANK.indexOf(other.failure))
  if (!worst) return new ServiceError('engine_unavailable', `No provider of pictures is set up. ${NOTHING_CHARGED}`)
  const { provider, failure, retryAfterSeconds } = worst
  switch (failure) {
    case 'refused':
      return new ServiceError(
        'content_refused',
        `The rules of ${provider} forbid this picture or its prompt. ${NOTHING_CHARGED} Describe the dish in other words, or leave out what is not about food.`,
      )
    case 'key':
    case 'quota': {
      const setting = providerSetting(provider, 'API_KEY')
      const why = failure === 'key' ? 'does not accept the key of this server' : 'gives this server no more pictures'
      return new ServiceError(
        'engine_unavailable',
        `${provider} ${why} (${setting}). ${NOTHING_CHARGED} Its operator has to look after the account there.`,
        { capability, setting },
      )
    }
    case 'busy':
      return new ServiceError(
        'overloaded',
        `${provider} has too much to do. ${NOTHING_CHARGED} Try again in ${retryAfterSeconds ?? BUSY_SECONDS} seconds.`,
        {},
        retryAfterSeconds ?? BUSY_SECONDS,
      )
    case 'unknown':
      return orderCut()
    case 'unusable':
      return new ServiceError('engine_failed', `${provider} delivered no usable picture. ${NOTHING_CHARGED}`)
    case 'rejected':
      return new ServiceError('engine_failed', `${provider} does not take this order. ${NOTHING_CHARGED}`)
    case 'outage':
    case 'failed':
    case 'interrupted':
      return new ServiceError('engine_failed', `${provider} could not make the picture. ${NOTHING_CHARGED}`)
  }
}

/** From what the caller can do something about to what nobody can. */
const RANK: readonly ProviderFailure[] = [
  ...(['refused', 'busy', 'outage', 'failed', 'interrupted'] as const),
  ...(['quota', 'key', 'rejected', 'unknown', 'unusable'] as const),
]

const BUSY_SECONDS = 30

/** It may have been paid there, so it is not ordered again. */
export const orderCut = () =>
  new ServiceError(
    'engine_failed',
    `The connection to the provider was cut while the picture was ordered, so nobody can say whether it was made. It was not ordered a second time. ${NOTHING_CHARGED}`,
  )

export const providerGone = (provider: Provider, capability: Capability = 'synthesis') =>
  new ServiceError(
    'engine_unavailable',
    `The picture was ordered from ${provider}, which is no longer an engine of this server. ${NOTHING_CHARGED}`,
    { capability, setting: engineSetting(capability) },
  )
