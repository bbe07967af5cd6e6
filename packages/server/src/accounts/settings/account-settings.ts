import type { Clock, ReadAccountDefaults } from '../../base/ports.ts'
import { InvalidRequest } from '../../base/service-error.ts'
import { singleLine } from '../../base/text/single-line.ts'
import type { Schemas } from '../../contract/index.ts'
import { inTransaction } from '../../database/in-transaction.ts'
import type { Db } from '../../database/open-database.ts'
import { accountRepository } from '../account-repository.ts'
import { accountSettingsRepository, type SettingsRow } from './account-settings-repository.ts'

/** Which alerts are sent by e-mail. They are preferences of letters, which other rooms keep. */
export interface Alerts {
  readonly credit_alerts: boolean
  readonly webhook_alerts: boolean
}

interface AlertPreferences {
  find(accountId: string): Promise<{ preferences: Alerts }>
  /** Changes those that are given. */
  change(accountId: string, changes: Partial<Alerts>, at: string): Promise<void>
}

interface Dependencies {
  readonly db: Db
  readonly clock: Clock
  readonly alerts: (db: Db) => AlertPreferences
}

/** The settings of an account, and the defaults that follow from them. */
export function createAccountSettings({ db, clock, alerts }: Dependencies) {
  const read = async (accountId: string): Promise<Schemas['UserSettings']> => {
    const [{ name, businessName, locale }, row, { preferences }] = await Promise.all([
      accountRepository(db).profile(accountId),
      accountSettingsRepository(db).find(accountId),
      alerts(db).find(accountId),
    ])
    const { credit_alerts, webhook_alerts } = preferences
    return {
      display_name: name,
      business_name: businessName,
      locale,
      timezone: row?.timezone ?? 'UTC',
      preset: 'balanced',
      formats: ['square', 'portrait', 'landscape'],
      output_format: 'jpeg',
      ...chosen(row),
      credit_alerts,
      webhook_alerts,
      updated_at: row?.updated_at ?? null,
    }
  }

  /** What requests of the account leave out, by the name of the setting. */
  const defaults: ReadAccountDefaults = async (accountId) => {
    const { output_format: format, ...others } = chosen(await accountSettingsRepository(db).find(accountId))
    // JPEG is the default anyway, except for results with transparency, which it does not have.
    return format === undefined || format === 'jpeg' ? others : { ...others, output_format: format }
  }

  return {
    read,
    defaults,

    /**
     * Changes the settings that are given.
     *
     * @returns All settings after the change.
     * @throws InvalidRequest (422) for a name with line breaks, and for a language or time zone that does not exist.
     */
    async update(accountId: string, wish: Schemas['UserSettingsUpdate']): Promise<Schemas['UserSettings']> {
      const { display_name, business_name, locale, timezone, preset, formats, output_format } = wish
      const { credit_alerts, webhook_alerts } = wish
      const profile = {
        ...(display_name !== undefined && { name: nameOf('display_name', display_name) }),
        ...(business_name !== undefined && { businessName: nameOf('business_name', business_name) }),
        ...(locale !== undefined && { locale: canonicalLocale(locale) }),
      }
      if (timezone !== undefined) requireTimeZone(timezone)
      const at = clock.now().toISOString()
      await inTransaction(db, async (tx) => {
        await accountRepository(tx).changeProfile(accountId, profile)
        const changes = {
          ...(timezone !== undefined && { timezone }),
          ...(preset !== undefined && { preset }),
          ...(formats !== undefined && { formats: JSON.stringify(formats) }),
          ...(output_format !== undefined && { output_format }),
        }
        await accountSettingsRepository(tx).change(accountId, changes, at)
        if ((credit_alerts ?? webhook_alerts) !== undefined)
          await alerts(tx).change(
            accountId,
            {
              ...(credit_alerts !== undefined && { credit_alerts }),
              ...(webhook_alerts !== undefined && { webhook_alerts }),
            },
            at,
          )
      })
      return read(accountId)
    },
  }
}

type Chosen = Partial<Pick<Schemas['UserSettings'], 'preset' | 'formats' | 'output_format'>>

/** The defaults for requests that the account has set. The document has checked them. */
const chosen = (row: SettingsRow | undefined): Chosen => ({
  ...(row?.preset && { preset: row.preset as Schemas['UserSettings']['preset'] }),
  ...(row?.formats && { formats: JSON.parse(row.formats) }),
  ...(row?.output_format && { output_format: row.output_format as Schemas['UserSettings']['output_format'] }),
})

const nameOf = (field: string, text: string | null): string | null => singleLine(field, text ?? '') || null

function canonicalLocale(text: string): string {
  try {
    return Intl.getCanonicalLocales(text)[0] ?? text
  } catch {
    throw refused('locale', 'is not a language tag, such as en, pt-BR or ar')
  }
}

function requireTimeZone(text: string): void {
  try {
    new Intl.DateTimeFormat('en', { timeZone: text })
  } catch {
    throw refused('timezone', 'is not an IANA time zone, such as Europe/Rome')
  }
}

const refused = (field: string, msg: string) => new InvalidRequest([{ loc: ['body', field], msg, type: field }])
