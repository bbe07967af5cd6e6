import type { Logger } from 'pino'
import type { Config } from '../../base/config/server-config.ts'
import type { Letters } from '../../mail/letters.ts'
import { createApiClient } from '../../net/api/api-client.ts'
import { ApiClientError, withoutSecrets } from '../../net/api/api-client-error.ts'
import type { Queue } from '../../queue/queue-port.ts'
import type { AuthService } from '../../resources/auth/auth-service.ts'
import { createProviderSignIn } from '../../resources/idp/provider-sign-in.ts'
import { createSignInCodes } from '../../resources/idp/sign-in-codes.ts'
import type { Core } from '../open-core.ts'
import type { Net } from './compose-net.ts'

/** A person waits for the provider meanwhile. */
const PROVIDER_MS = 10_000
const MAX_REPLY_BYTES = 1_000_000

/** Sign-in through identity providers. */
export async function composeIdentity(
  core: Core,
  {
    auth,
    net,
    queue,
    letters,
    logger,
  }: { auth: AuthService; net: Net; queue: Queue; letters: Letters; logger: Logger },
) {
  const { config, clock, ids, database, sessions, address } = core
  const { db } = database
  const secrets = config.identityProviders.flatMap(({ clientSecret }) => clientSecret ?? [])
  const { providers, close } = await openProviders(config, net, secrets)
  const signInCodes = createSignInCodes({ db, ids, clock, sessions })
  const providerSignIn = createProviderSignIn({
    db,
    ids,
    clock,
    providers,
    codes: signInCodes,
    letters,
    publicUrl: address.publicUrl,
    markProven: (tx, accountId) => auth.markProven(tx, accountId, 'identity-provider'),
    garbageAdded: queue.garbageAdded,
    isOutage: (error) => causesOf(error).some((cause) => cause instanceof ApiClientError && cause.isOutage),
    onProblem: (provider, error) =>
      logger.warn({ provider, reason: withoutSecrets(reasonOf(error), secrets) }, 'a sign-in at a provider failed'),
  })
  return { providerSignIn, signInCodes, close }
}

/** The providers of the settings, each with a client of its own. Their library is loaded only if there is one. */
async function openProviders({ identityProviders }: Config, net: Net, secrets: readonly string[]) {
  if (identityProviders.length === 0) return { providers: [], close: async () => {} }
  const { createIdentityProvider } = await import('../../accounts/identity/identity-provider.ts')
  const opened = identityProviders.map((settings) => {
    const client = createApiClient({
      service: `the identity provider ${settings.label}`,
      operatorHosts: new Set([settings.issuer.host]),
      ...net.forApis,
      secrets,
      timeoutMs: PROVIDER_MS,
      maxBytes: MAX_REPLY_BYTES,
    })
    const provider = createIdentityProvider(settings, client.fetch)
    return { provider, close: client.close }
  })
  return {
    providers: opened.map(({ provider }) => provider),
    close: async () => {
      await Promise.all(opened.map(({ close }) => close()))
    },
  }
}

/** An error with its causes. A library's error has the true reason in its cause. */
function causesOf(error: unknown): Error[] {
  const causes: Error[] = []
  for (let cause = error; cause instanceof Error && causes.length < MAX_CAUSES; cause = cause.cause) causes.push(cause)
  return causes
}

const MAX_CAUSES = 5

const reasonOf = (error: unknown): string =>
  causesOf(error)
    .map(({ message }) => message)
    .join(': ')
    .replace(/\p{Cc}+/gu, ' ')
    .slice(0, 1_000)
