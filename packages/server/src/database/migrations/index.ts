import type { Kysely } from 'kysely'
import type { Dialect } from '../sql-dialect.ts'
import { up as spine } from './0001_spine.ts'
import { up as signIn } from './0002_sign_in.ts'
import { up as histories } from './0003_histories.ts'
import { up as replacedKeys } from './0004_replaced_keys.ts'
import { up as batches } from './0005_batches.ts'
import { up as webhooks } from './0006_webhooks.ts'
import { up as turns } from './0007_turns.ts'
import { up as storage } from './0008_storage.ts'
import { up as installation } from './0009_installation.ts'
import { up as roles } from './0010_roles.ts'
import { up as workerAbilities } from './0011_worker_abilities.ts'
import { up as letters } from './0012_letters.ts'
import { up as identities } from './0013_identities.ts'
import { up as accountSettings } from './0014_account_settings.ts'
import { up as visitors } from './0015_visitors.ts'
import { up as leads } from './0016_leads.ts'
import { up as disabledAccounts } from './0017_disabled_accounts.ts'
import { up as providerCosts } from './0018_provider_costs.ts'
import { up as sessionUses } from './0019_session_uses.ts'
import { up as warningCodes } from './0020_warning_codes.ts'
import { up as leftRuns } from './0021_left_runs.ts'
import { up as brand } from './0022_brand.ts'
import { up as requestWarnings } from './0023_request_warnings.ts'
import { up as limits } from './0024_limits.ts'
import { up as purchases } from './0025_purchases.ts'
import { up as subscriptions } from './0026_subscriptions.ts'
import { up as inboundContent } from './0027_inbound_content.ts'
import { up as portalSessions } from './0028_portal_sessions.ts'
import { up as paymentNames } from './0029_payment_names.ts'
import { up as retention } from './0030_retention.ts'
import { up as traces } from './0031_traces.ts'

/** Applied in this order, each once and as a whole. A name never changes after a release. */
export const MIGRATIONS: readonly { name: string; up: (db: Kysely<unknown>, dialect: Dialect) => Promise<void> }[] = [
  { name: '0001_spine', up: spine },
  { name: '0002_sign_in', up: signIn },
  { name: '0003_histories', up: histories },
  { name: '0004_replaced_keys', up: replacedKeys },
  { name: '0005_batches', up: batches },
  { name: '0006_webhooks', up: webhooks },
  { name: '0007_turns', up: turns },
  { name: '0008_storage', up: storage },
  { name: '0009_installation', up: installation },
  { name: '0010_roles', up: roles },
  { name: '0011_worker_abilities', up: workerAbilities },
  { name: '0012_letters', up: letters },
  { name: '0013_identities', up: identities },
  { name: '0014_account_settings', up: accountSettings },
  { name: '0015_visitors', up: visitors },
  { name: '0016_leads', up: leads },
  { name: '0017_disabled_accounts', up: disabledAccounts },
  { name: '0018_provider_costs', up: providerCosts },
  { name: '0019_session_uses', up: sessionUses },
  { name: '0020_warning_codes', up: warningCodes },
  { name: '0021_left_runs', up: leftRuns },
  { name: '0022_brand', up: brand },
  { name: '0023_request_warnings', up: requestWarnings },
  { name: '0024_limits', up: limits },
  { name: '0025_purchases', up: purchases },
  { name: '0026_subscriptions', up: subscriptions },
  { name: '0027_inbound_content', up: inboundContent },
  { name: '0028_portal_sessions', up: portalSessions },
  { name: '0029_payment_names', up: paymentNames },
  { name: '0030_retention', up: retention },
  { name: '0031_traces', up: traces },
]
