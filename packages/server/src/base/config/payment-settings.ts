import type { SettingReaders } from './setting-readers.ts'

/** What providers of payments share with this server. Undefined: its events are refused. */
export interface PaymentSettings {
  readonly cardpaySecret: string | undefined
  readonly regionalpaySecret: string | undefined
}

/** Reads the settings of payments. */
export const readPayments = ({ secret }: SettingReaders): PaymentSettings => ({
  cardpaySecret: secret('PLATELIGHT_CARDPAY_SECRET'),
  regionalpaySecret: secret('PLATELIGHT_REGIONALPAY_SECRET'),
})
