import { Command } from 'commander'
import type { Signed } from '../process/installation/rotated-keys.ts'
import { wholeNumber } from './argument-types.ts'
import { type SettingFlags, withSettings } from './command-environment.ts'
import { type Operator, runOperator } from './run-operator.ts'

interface Flags extends SettingFlags {
  readonly now?: boolean
  readonly days?: number
  readonly json?: boolean
}

/** What ends with each key. */
const ENDS = {
  links: 'Links to originals, uploads, exports and handouts',
  sessions: 'Sessions, also those of browsers; API keys stay',
} as const

/** `platelight-server secrets …` */
export function secretsCommand(): Command {
  const secrets = new Command('secrets').description('Exchange what the server signs with.')
  const rotate = secrets
    .command('rotate')
    .description(
      'Sign with a new key, also while servers run, which need no restart. What was signed before stays valid until it would end anyway; --now ends it.',
    )
  for (const purpose of ['links', 'sessions'] as const)
    withSettings(rotate.command(purpose))
      .description(`${ENDS[purpose]}.`)
      .option('--now', 'end what was signed before')
      .option('--json', 'print JSON')
      .action(({ now = false, ...flags }: Flags) =>
        runOperator(
          flags,
          (operator) => operator.rotateKeys(purpose, { now }),
          (rotated) => describeKeys(purpose, rotated),
        ),
      )
  withSettings(rotate.command('webhooks'))
    .description(
      'Give every webhook endpoint a new signing secret, and print them for their owners. Deliveries are signed with both for some days.',
    )
    .option('--days <n>', 'how long the previous secrets still sign', wholeNumber, 7)
    .option('--now', 'end the previous secrets')
    .option('--json', 'print JSON')
    .action(({ now = false, days = 7, ...flags }: Flags) =>
      runOperator(flags, (operator) => operator.rotateWebhooks({ days: now ? 0 : days }), describeWebhooks),
    )
  return secrets
}

const describeKeys = (
  purpose: Signed,
  { signs_from, earlier_until }: Awaited<ReturnType<Operator['rotateKeys']>>,
): string =>
  [
    `A new key signs ${purpose} from ${signs_from} on, a few seconds from now, in every process.`,
    `What was signed before is valid until ${earlier_until} at most.`,
  ].join('\n')

const describeWebhooks = ({ endpoints, earlier_until }: Awaited<ReturnType<Operator['rotateWebhooks']>>): string =>
  endpoints.length === 0
    ? 'There are no webhook endpoints.'
    : [
        ...endpoints.map(({ id, email, url, secret }) => `${secret}  ${id}  ${email}  ${url}`),
        '',
        `Each secret is shown only here: give it to its owner. X-Service-Signature is made with the previous one until ${earlier_until},`,
        'or until the owner finishes the rotation. The Standard Webhooks header carries both.',
      ].join('\n')
