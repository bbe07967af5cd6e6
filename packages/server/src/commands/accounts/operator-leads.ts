import { Command } from 'commander'
import type { LeadKind } from '../../leads/lead-rules.ts'
import { emailAddress, idOrEmail, leadKind, positiveNumber } from '../argument-types.ts'
import { type SettingFlags, withSettings } from '../command-environment.ts'
import { type Operator, runOperator } from '../run-operator.ts'

interface Flags extends SettingFlags {
  readonly kind?: LeadKind
  readonly subscribed?: boolean
  readonly json?: boolean
}

/** `platelight-server leads …` */
export function leadsCommand(): Command {
  const leads = new Command('leads').description('Look at what was sent in the forms of the website, and erase it.')
  const command = (name: string) =>
    withSettings(leads.command(name))
      .option('--kind <kind>', 'newsletter, contact, resource-download, guide-download or audit-request', leadKind)
      .option('--subscribed', 'only addresses that confirmed the newsletter or offers')
      .option('--json', 'print JSON')
  const wish = ({ kind, subscribed = false }: Flags, limit: number) => ({ kind, subscribed, limit })

  command('list')
    .description('List the newest forms.')
    .option('--limit <n>', 'how many', positiveNumber, 50)
    .action((flags: Flags & { limit: number }) =>
      runOperator(flags, (operator) => operator.listLeads(wish(flags, flags.limit)), leadLines),
    )
  command('export')
    .description('Print all forms as CSV or JSON. Send marketing only to those with newsletter or offers.')
    .action((flags: Flags) =>
      runOperator(flags, (operator) => operator.listLeads(wish(flags, Number.MAX_SAFE_INTEGER)), csvLines),
    )
  withSettings(leads.command('erase'))
    .description('Erase one form, or everything about an address. Letters that were not sent yet are erased too.')
    .argument('[id]', 'id of a form, such as lead_01k9…')
    .option('--email <address>', 'every form with this e-mail address, and its subscription', emailAddress)
    .option('--json', 'print JSON')
    .action((id: string | undefined, flags: SettingFlags & { email?: string; json?: boolean }) =>
      runOperator(flags, (operator) => operator.eraseLeads(idOrEmail(id, flags)), erasedLines),
    )
  return leads
}

type Leads = Awaited<ReturnType<Operator['listLeads']>>

const leadLines = (all: Leads): string =>
  all.length === 0
    ? 'Nothing was sent in the forms of the website.'
    : all
        .map((lead) => {
          const lists = [lead.newsletter && 'newsletter', lead.offers && 'offers'].filter(Boolean).join(' and ')
          const fields = [
            [
              lead.resource ? `${lead.kind} ${lead.resource}` : lead.kind,
              `${lead.email}, ${lead.updated_at}, ${lead.id}`,
            ],
            ['  person', [lead.name, lead.business_name, lead.phone].filter(Boolean).join(', ')],
            ['  confirmed', lists],
            ['  subject', lead.subject],
            ['  menu', lead.menu_url],
            ['  photos', lead.image_urls.join(' ')],
            ['  from', lead.source],
            ['  message', lead.message?.replaceAll('\n', '\n    ')],
          ]
          return fields.flatMap(([label, value]) => (value ? [`${label}: ${value}`] : [])).join('\n')
        })
        .join('\n\n')

/** A table as RFC 4180 describes it, with a line of names. */
function csvLines(all: Leads): string {
  const columns = [
    ...(['id', 'kind', 'resource', 'email', 'name', 'business_name', 'phone', 'subject', 'message'] as const),
    ...(['menu_url', 'image_urls', 'source', 'locale', 'newsletter', 'offers', 'confirmed_at'] as const),
    ...(['unsubscribe_url', 'created_at', 'updated_at'] as const),
  ]
  const lines = all.map((lead) => columns.map((column) => cell(lead[column])).join(','))
  return [columns.join(','), ...lines].join('\r\n')
}

/** A value of a table. A spreadsheet would carry out a text that begins like a formula, so it gets an apostrophe. */
function cell(value: string | boolean | readonly string[] | null): string {
  const text = Array.isArray(value) ? value.join(' ') : String(value ?? '')
  const harmless = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}

const erasedLines = ({ erased, letters }: Awaited<ReturnType<Operator['eraseLeads']>>): string =>
  `Erased: ${erased.join(', ')}, and ${letters} ${letters === 1 ? 'letter' : 'letters'}.`
