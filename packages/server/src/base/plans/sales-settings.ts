import type { SettingReaders } from '../config/setting-readers.ts'

/** What is sold and given, and where. */
export interface SalesSettings {
  /** The billing page of a 402. Undefined stands for a page of this server, as for the next. */
  readonly upgradeUrl: string | undefined
  /** The portal of the payment provider. */
  readonly portalUrl: string | undefined
  /** The operator's file of plans and products. */
  readonly catalogueFile: string | undefined
  /** The credits of a new account, granted when its address is verified. */
  readonly signupCredits: number
}

/** Reads the settings of sales. */
export const readSales = ({ text, url, integer }: SettingReaders): SalesSettings => ({
  upgradeUrl: url('PLATELIGHT_UPGRADE_URL'),
  portalUrl: url('PLATELIGHT_PORTAL_URL'),
  catalogueFile: text('PLATELIGHT_CATALOGUE'),
  signupCredits: integer('PLATELIGHT_SIGNUP_CREDITS', 10, 0, 1_000_000),
})
