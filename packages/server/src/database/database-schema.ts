import type { AccountJobsTable, AccountSettingsTable, ExportArchivesTable } from './schema/account-data-tables.ts'
import type {
  AccountsTable,
  ApiKeysTable,
  AttemptsTable,
  EmailTokensTable,
  SessionsTable,
} from './schema/account-tables.ts'
import type { BlobGarbageTable, UploadsTable } from './schema/blob-tables.ts'
import type { BrandLogosTable, BrandProfilesTable } from './schema/brand-tables.ts'
import type { CreditEntriesTable, MonthlyUsageTable } from './schema/credit-tables.ts'
import type { GrowthConsentsTable, GrowthEventsTable } from './schema/growth-tables.ts'
import type { IdentitiesTable, ProviderSignInsTable, SignInCodesTable } from './schema/identity-tables.ts'
import type { InstallationTable } from './schema/installation-tables.ts'
import type { LeadsTable } from './schema/lead-tables.ts'
import type {
  EmailPreferencesTable,
  LetterCountsTable,
  LettersTable,
  MailAddressesTable,
  SubscribersTable,
} from './schema/mail-tables.ts'
import type { OperatorFilesTable, SetupLinksTable } from './schema/operator-tables.ts'
import type { InboundEventsTable, PortalSessionsTable, PurchasesTable } from './schema/purchase-tables.ts'
import type { IdempotencyKeysTable, RateCountersTable } from './schema/request-tables.ts'
import type { RunImagesTable, RunsTable, WorkersTable } from './schema/run-tables.ts'
import type {
  StoreIdentifiersTable,
  SubscriptionPeriodsTable,
  SubscriptionsTable,
} from './schema/subscription-tables.ts'
import type {
  AnonymousProjectsTable,
  AnonymousSessionsTable,
  GuestsTable,
  ProjectsTable,
} from './schema/visitor-tables.ts'
import type {
  EventsTable,
  WebhookAttemptsTable,
  WebhookDeliveriesTable,
  WebhookEndpointsTable,
} from './schema/webhook-tables.ts'

/**
 * Every table, as Kysely sees it: ids and ISO-8601 UTC times are text, flags are 0 or 1, JSON is text. The migrations make
 * the tables; these types describe them for every database alike.
 */
export interface Database {
  accounts: AccountsTable
  api_keys: ApiKeysTable
  account_settings: AccountSettingsTable
  sessions: SessionsTable
  email_tokens: EmailTokensTable
  attempts: AttemptsTable
  identities: IdentitiesTable
  provider_sign_ins: ProviderSignInsTable
  sign_in_codes: SignInCodesTable
  letters: LettersTable
  mail_addresses: MailAddressesTable
  letter_counts: LetterCountsTable
  email_preferences: EmailPreferencesTable
  subscribers: SubscribersTable
  leads: LeadsTable
  credit_entries: CreditEntriesTable
  monthly_usage: MonthlyUsageTable
  runs: RunsTable
  run_images: RunImagesTable
  workers: WorkersTable
  uploads: UploadsTable
  brand_profiles: BrandProfilesTable
  brand_logos: BrandLogosTable
  events: EventsTable
  webhook_endpoints: WebhookEndpointsTable
  webhook_deliveries: WebhookDeliveriesTable
  webhook_attempts: WebhookAttemptsTable
  idempotency_keys: IdempotencyKeysTable
  blob_garbage: BlobGarbageTable
  rate_counters: RateCountersTable
  account_jobs: AccountJobsTable
  export_archives: ExportArchivesTable
  setup_links: SetupLinksTable
  operator_files: OperatorFilesTable
  anonymous_sessions: AnonymousSessionsTable
  anonymous_projects: AnonymousProjectsTable
  projects: ProjectsTable
  guests: GuestsTable
  growth_consents: GrowthConsentsTable
  growth_events: GrowthEventsTable
  purchases: PurchasesTable
  portal_sessions: PortalSessionsTable
  inbound_events: InboundEventsTable
  subscriptions: SubscriptionsTable
  subscription_periods: SubscriptionPeriodsTable
  store_identifiers: StoreIdentifiersTable
  installation: InstallationTable
}
