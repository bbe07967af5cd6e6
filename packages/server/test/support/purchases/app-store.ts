import { createPrivateKey, type KeyObject, randomUUID, sign } from 'node:crypto'
import { BasicConstraintsExtension, Extension, type X509Certificate, X509CertificateGenerator } from '@peculiar/x509'

export const BUNDLE_ID = 'com.example.plates'
export const APP_ID = 6_448_000_000

const ALGORITHM = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' } as const
/** What tells the certificates of the store apart from others of the same root. */
const LEAF_OID = '1.2.840.113635.100.6.11.1'
const INTERMEDIATE_OID = '1.2.840.113635.100.6.2.1'
const NULL = new Uint8Array([5, 0])
const DAY_MS = 86_400_000

interface Issued {
  readonly certificate: X509Certificate
  readonly keys: CryptoKeyPair
}

async function issue(
  name: string,
  issuer: Issued | undefined,
  { oid, ca = true, until = 3650 }: { oid?: string; ca?: boolean; until?: number } = {},
): Promise<Issued> {
  const keys = await crypto.subtle.generateKey(ALGORITHM, true, ['sign', 'verify'])
  const certificate = await X509CertificateGenerator.create({
    serialNumber: randomUUID().replaceAll('-', ''),
    subject: `CN=${name}`,
    issuer: issuer?.certificate.subject ?? `CN=${name}`,
    notBefore: new Date(Date.now() - 400 * DAY_MS),
    notAfter: new Date(Date.now() + until * DAY_MS),
    signingAlgorithm: ALGORITHM,
    publicKey: keys.publicKey,
    signingKey: (issuer?.keys ?? keys).privateKey,
    extensions: [new BasicConstraintsExtension(ca), ...(oid ? [new Extension(oid, false, NULL)] : [])],
  })
  return { certificate, keys }
}

export type AppStore = Awaited<ReturnType<typeof createAppStore>>

/**
 * An app store with a root, an intermediate and a leaf of its own. It signs with node:crypto and not with the library that the
 * server verifies with.
 */
export async function createAppStore({ leafOid = LEAF_OID, leafUntil = 30 } = {}) {
  const root = await issue('Test Root', undefined)
  const intermediate = await issue('Test Intermediate', root, { oid: INTERMEDIATE_OID })
  const leaf = await issue('Test Leaf', intermediate, { oid: leafOid, ca: false, until: leafUntil })
  const x5c = [leaf, intermediate, root].map(({ certificate }) => Buffer.from(certificate.rawData).toString('base64'))
  const pkcs8 = Buffer.from(await crypto.subtle.exportKey('pkcs8', leaf.keys.privateKey))
  const key: KeyObject = createPrivateKey({ key: pkcs8, format: 'der', type: 'pkcs8' })
  const encoded = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url')
  let transactions = 2_000_000_000 + Math.floor(Math.random() * 1e9)

  const jws = (payload: object, header: object = { alg: 'ES256', x5c }): string => {
    const signed = `${encoded(header)}.${encoded(payload)}`
    return `${signed}.${sign('sha256', Buffer.from(signed), { key, dsaEncoding: 'ieee-p1363' }).toString('base64url')}`
  }

  /** The content of a transaction: ten credits, bought now, unless it says otherwise. */
  const transaction = (wish: object = {}) => {
    const id = `${transactions++}`
    const now = Date.now()
    return {
      transactionId: id,
      originalTransactionId: id,
      bundleId: BUNDLE_ID,
      productId: `${BUNDLE_ID}.credits.10`,
      type: 'Consumable',
      quantity: 1,
      purchaseDate: now,
      signedDate: now,
      inAppOwnershipType: 'PURCHASED',
      environment: 'Production',
      ...wish,
    }
  }

  return {
    rootPem: root.certificate.toString('pem'),
    x5c,
    jws,
    transaction,
    /** A notification about a transaction, as its body is sent. */
    notification(
      notificationType: string,
      about: object | undefined,
      { subtype, renewal, status, signedDate = Date.now(), id = randomUUID(), ...more }: NotificationWish = {},
    ): string {
      const data = {
        bundleId: BUNDLE_ID,
        appAppleId: APP_ID,
        environment: 'Production',
        ...(status !== undefined && { status }),
        ...(about && { signedTransactionInfo: jws(about) }),
        ...(renewal && { signedRenewalInfo: jws({ environment: 'Production', signedDate, ...renewal }) }),
        ...more,
      }
      const payload = {
        notificationType,
        ...(subtype && { subtype }),
        notificationUUID: id,
        version: '2.0',
        signedDate,
      }
      return JSON.stringify({ signedPayload: jws({ ...payload, data }) })
    },
  }
}

interface NotificationWish {
  readonly subtype?: string
  readonly renewal?: object
  readonly status?: number
  readonly signedDate?: number
  readonly id?: string
  readonly [field: string]: unknown
}
