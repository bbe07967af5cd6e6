import { X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { SettingReaders } from './setting-readers.ts'

export type StoreEnvironment = 'production' | 'sandbox'

/** The app whose purchases are sold, and how its transactions are verified. */
export interface AppstoreSettings {
  /** Without it nothing is sold. */
  readonly bundleId: string | undefined
  /** The number of the app in the store. Its production notifications name it. */
  readonly appId: number | undefined
  /** In DER. */
  readonly rootCertificates: readonly Buffer[]
  readonly environments: readonly StoreEnvironment[]
  /** The setting without which no transaction can be verified. */
  readonly missing: string | undefined
}

/** Where subscribers are read, and what the provider of subscriptions sends in the header Authorization. */
export interface SubscriptionProviderSettings {
  readonly url: string | undefined
  readonly key: string | undefined
  readonly secret: string | undefined
  /** The setting without which no subscriber can be read. */
  readonly missing: string | undefined
}

/** What providers of payments share with this server. Undefined: its events are refused. */
export interface PaymentSettings {
  readonly cardpaySecret: string | undefined
  readonly regionalpaySecret: string | undefined
  readonly appstore: AppstoreSettings
  readonly subscriptions: SubscriptionProviderSettings
  /** How long the content of an event is kept after it came. */
  readonly eventDays: number
}

/** Reads the settings of payments. */
export const readPayments = (readers: SettingReaders, problems: string[]): PaymentSettings => ({
  cardpaySecret: readers.secret('PLATELIGHT_CARDPAY_SECRET'),
  regionalpaySecret: readers.secret('PLATELIGHT_REGIONALPAY_SECRET'),
  appstore: readAppstore(readers, problems),
  subscriptions: readSubscriptionProvider(readers, problems),
  eventDays: readers.integer('PLATELIGHT_PAYMENT_EVENT_DAYS', 90, 1, 3650),
})

function readSubscriptionProvider(readers: SettingReaders, problems: string[]): SubscriptionProviderSettings {
  const [URL, KEY] = ['PLATELIGHT_SUBSCRIPTIONS_URL', 'PLATELIGHT_SUBSCRIPTIONS_KEY']
  const [url, key, secret] = [readers.url(URL), readers.secret(KEY), readers.secret('PLATELIGHT_SUBSCRIPTIONS_SECRET')]
  const missing = url === undefined ? URL : key === undefined ? KEY : undefined
  if (missing !== undefined && (url ?? key ?? secret) !== undefined)
    problems.push(`${missing} is needed with the other settings PLATELIGHT_SUBSCRIPTIONS_…`)
  return { url, key, secret, missing }
}

const ROOTS = 'PLATELIGHT_APPSTORE_ROOT_CERTIFICATES'
const BUNDLE_ID = 'PLATELIGHT_APPSTORE_BUNDLE_ID'
const APP_ID = 'PLATELIGHT_APPSTORE_APP_ID'

/** Reads the settings of the app store. What is set only in part is a problem. */
function readAppstore({ text, choices, integer }: SettingReaders, problems: string[]): AppstoreSettings {
  const bundleId = text(BUNDLE_ID)
  const rootCertificates = readCertificates(text(ROOTS), problems)
  const appId = integer(APP_ID, 0, 1, Number.MAX_SAFE_INTEGER) || undefined
  const chosen = choices('PLATELIGHT_APPSTORE_ENVIRONMENTS', ['production', 'sandbox'])
  const environments: readonly StoreEnvironment[] = chosen.length > 0 ? chosen : ['production']
  const missing = [
    rootCertificates.length === 0 && ROOTS,
    bundleId === undefined && BUNDLE_ID,
    environments.includes('production') && appId === undefined && APP_ID,
  ].find((name) => name !== false)
  if (missing !== undefined && rootCertificates.length > 0)
    problems.push(`${ROOTS} is set; ${missing} is needed with it`)
  return { bundleId, appId, rootCertificates, environments, missing }
}

/** Files separated by commas, each in DER or PEM. A file in PEM may have several certificates. */
function readCertificates(paths: string | undefined, problems: string[]): Buffer[] {
  return (paths ?? '')
    .split(',')
    .flatMap((path) => path.trim() || [])
    .flatMap((path) => {
      try {
        const bytes = readFileSync(path)
        const blocks = bytes.toString('latin1').match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g)
        return (blocks ?? [bytes]).map((block) => new X509Certificate(block).raw)
      } catch (error) {
        const reason = (error as NodeJS.ErrnoException).code === 'ENOENT' ? 'does not exist' : 'is no certificate'
        problems.push(`${ROOTS} names ${path}, which ${reason}`)
        return []
      }
    })
}
