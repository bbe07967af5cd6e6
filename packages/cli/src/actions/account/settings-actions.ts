import type { UserSettings, UserSettingsUpdate } from '@platelight/sdk'
import { EXIT, type ExitCode } from '../../base/exit-codes.ts'
import { columns } from '../../base/text-layout.ts'
import { type Context, withConnection } from '../../context/command-context.ts'

export interface SettingsFlags {
  readonly name?: string
  readonly businessName?: string
  readonly locale?: string
  readonly timezone?: string
  readonly preset?: UserSettingsUpdate['preset']
  readonly formats?: UserSettingsUpdate['formats']
  readonly outputFormat?: UserSettingsUpdate['output_format']
  readonly creditAlerts?: boolean
  readonly webhookAlerts?: boolean
}

/** `platelight account settings`: shows the settings of the account, after changing those that are given. */
export const accountSettings = (flags: SettingsFlags, context: Context): Promise<ExitCode> =>
  withConnection(context, async ({ client }) => {
    const wish = wishOf(flags)
    const settings = Object.keys(wish).length === 0 ? await client.me.settings() : await client.me.updateSettings(wish)
    context.show(settings, () =>
      columns([
        ['name', settings.display_name ?? 'none'],
        ['business', settings.business_name ?? 'none'],
        ['language', settings.locale],
        ['time zone', settings.timezone],
        ['preset', settings.preset],
        ['formats', settings.formats.join(', ')],
        ['file format', settings.output_format],
        ['alerts', alertsOf(settings)],
      ]),
    )
    return EXIT.ok
  })

/** An empty name removes it. */
const wishOf = (flags: SettingsFlags): UserSettingsUpdate => ({
  ...(flags.name !== undefined && { display_name: flags.name || null }),
  ...(flags.businessName !== undefined && { business_name: flags.businessName || null }),
  ...(flags.locale !== undefined && { locale: flags.locale }),
  ...(flags.timezone !== undefined && { timezone: flags.timezone }),
  ...(flags.preset !== undefined && { preset: flags.preset }),
  ...(flags.formats !== undefined && { formats: flags.formats }),
  ...(flags.outputFormat !== undefined && { output_format: flags.outputFormat }),
  ...(flags.creditAlerts !== undefined && { credit_alerts: flags.creditAlerts }),
  ...(flags.webhookAlerts !== undefined && { webhook_alerts: flags.webhookAlerts }),
})

const alertsOf = ({ credit_alerts, webhook_alerts }: UserSettings): string =>
  [...(credit_alerts ? ['credits'] : []), ...(webhook_alerts ? ['webhooks'] : [])].join(', ') || 'none'
