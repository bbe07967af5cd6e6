import { X509Certificate } from 'node:crypto'
import type {
  JWSRenewalInfoDecodedPayload,
  JWSTransactionDecodedPayload,
  ResponseBodyV2DecodedPayload,
  SignedDataVerifier,
} from '@apple/app-store-server-library'
import type { AppstoreSettings } from '../../base/config/payment-settings.ts'
import { lazily } from '../../base/lazily.ts'
import { ServiceError } from '../../base/service-error.ts'

export type Transaction = JWSTransactionDecodedPayload
export type RenewalInfo = JWSRenewalInfoDecodedPayload
export type Notification = ResponseBodyV2DecodedPayload

/** Why a transaction is not accepted. */
type Fault =
  | 'unreadable'
  | 'certificate_expired'
  | 'untrusted_root'
  | 'signature_wrong'
  | 'wrong_bundle'
  | 'wrong_environment'
  | 'wrong_app_id'

/**
 * Verifies what the app store signs: a chain of three certificates up to a configured root, valid when it was signed, the app
 * and its environment. Nothing is fetched for it.
 */
export function createAppstoreVerifier(settings: AppstoreSettings) {
  const { bundleId = '', appId, rootCertificates, environments } = settings
  // Loaded when it is first needed, because it is large.
  const verifiers = lazily(async () => {
    const { SignedDataVerifier, Environment } = await import('@apple/app-store-server-library')
    const named = { production: Environment.PRODUCTION, sandbox: Environment.SANDBOX }
    return environments.map(
      (environment) => new SignedDataVerifier([...rootCertificates], false, named[environment], bundleId, appId),
    )
  })

  const verified = async <Payload>(
    jws: string,
    verify: (verifier: SignedDataVerifier) => Promise<Payload>,
  ): Promise<Payload> => {
    for (const verifier of await verifiers()) {
      const payload = await verify(verifier).catch(() => undefined)
      if (payload) return payload
    }
    const fault = faultOf(jws, settings)
    throw new ServiceError('transaction_invalid', SENTENCES[fault](settings), { reason: fault })
  }

  return {
    /** @throws ServiceError `transaction_invalid` with a `reason` */
    transaction: (jws: string): Promise<Transaction> =>
      verified(jws, (verifier) => verifier.verifyAndDecodeTransaction(jws)),

    /** Verifies a notification, and the transaction and renewal in it. @throws as `transaction` */
    async notification(jws: string): Promise<Notification> {
      const notification = await verified(jws, (verifier) => verifier.verifyAndDecodeNotification(jws))
      const { signedTransactionInfo: transaction, signedRenewalInfo: renewal } = notification.data ?? {}
      if (transaction) await verified(transaction, (verifier) => verifier.verifyAndDecodeTransaction(transaction))
      if (renewal) await verified(renewal, (verifier) => verifier.verifyAndDecodeRenewalInfo(renewal))
      return notification
    },
  }
}

/** The payload of a JWS that was verified before, or whose content does not matter. Undefined when there is none. */
export function payloadOf<Payload>(jws: string | undefined): Payload | undefined {
  try {
    const read: unknown = JSON.parse(Buffer.from(jws?.split('.')[1] ?? '', 'base64url').toString('utf8'))
    return typeof read === 'object' && read !== null ? (read as Payload) : undefined
  } catch {
    return undefined
  }
}

/** Finds out what the library does not tell: it gives one status for several faults. */
function faultOf(jws: string, settings: AppstoreSettings): Fault {
  const payload = payloadOf<Transaction & Notification>(jws)
  const fault = payload && certificateFault(jws, payload.signedDate, settings.rootCertificates)
  if (!fault) return 'unreadable'
  if (fault !== 'trusted') return fault
  const app = payload.data ?? payload.summary ?? payload.appData ?? payload
  if (app.bundleId !== settings.bundleId) return 'wrong_bundle'
  const environment = app.environment?.toLowerCase()
  if (!settings.environments.some((one) => one === environment)) return 'wrong_environment'
  const names = app === payload ? undefined : payload.data?.appAppleId
  return names !== undefined && names !== settings.appId ? 'wrong_app_id' : 'signature_wrong'
}

function certificateFault(
  jws: string,
  signedDate: number | undefined,
  roots: readonly Buffer[],
): Fault | 'trusted' | undefined {
  try {
    const { x5c } = JSON.parse(Buffer.from(jws.split('.')[0] ?? '', 'base64url').toString('utf8'))
    const [leaf, intermediate] = (x5c as string[]).map((one) => new X509Certificate(Buffer.from(one, 'base64')))
    if (!leaf || !intermediate || x5c.length !== 3) return undefined
    const isTrusted = roots
      .map((root) => new X509Certificate(root))
      .some((root) => intermediate.issuer === root.subject && intermediate.verify(root.publicKey))
    if (!isTrusted) return 'untrusted_root'
    const at = signedDate ?? Date.now()
    const isExpired = [leaf, intermediate].some(({ validTo }) => Date.parse(validTo) < at)
    return isExpired ? 'certificate_expired' : 'trusted'
  } catch {
    return undefined
  }
}

const SENTENCES: Record<Fault, (settings: AppstoreSettings) => string> = {
  unreadable: () =>
    'This is no JWS of the app store: it needs three parts and three certificates in the header x5c. Send it as the store returned it.',
  certificate_expired: () => 'A certificate of this JWS had expired when it was signed.',
  untrusted_root: () =>
    'The certificates of this JWS do not lead to a root certificate of this server (PLATELIGHT_APPSTORE_ROOT_CERTIFICATES).',
  signature_wrong: () => 'The signature of this JWS is wrong, or its certificates are not those of the app store.',
  wrong_bundle: ({ bundleId }) => `This was bought in another app. This server sells those of ${bundleId}.`,
  wrong_environment: ({ environments }) =>
    `This was bought in another environment. This server takes ${environments.join(' and ')} (PLATELIGHT_APPSTORE_ENVIRONMENTS).`,
  wrong_app_id: ({ appId }) => `This names another app. This server has PLATELIGHT_APPSTORE_APP_ID=${appId}.`,
}
