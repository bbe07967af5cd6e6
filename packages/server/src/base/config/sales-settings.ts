import type { SettingReaders } from './setting-readers.ts'

/** What is sold, and where. */
export interface SalesSettings {
  /** The billing page of a 402. Undefined stands for a page of this server, as for the next. */
  readonly upgradeUrl: string | undefined
  /** The portal of the payment provider. */
  readonly portalUrl: string | undefined
  /** The operator's file of plans and products. */
  readonly catalogueFile: string | undefined
}

/** Reads the settings of sales. */
export const readSales = ({ text, url }: SettingReaders): SalesSettings => ({
  upgradeUrl: url('PLATELIGHT_UPGRADE_URL'),
  portalUrl: url('PLATELIGHT_PORTAL_URL'),
  catalogueFile: text('PLATELIGHT_CATALOGUE'),
})
