import type { FolderPlan, FolderQuote } from '@platelight/sdk/node'
import { columns, counted } from '../base/text-layout.ts'
import type { Context } from '../context/command-context.ts'
import { inDollars, offerText, usd } from '../folder-run/price-agreement.ts'
import type { PlannedFile, Summary } from '../reporting/run-events.ts'
import { escapeControls, shortOutputs } from '../reporting/run-wording.ts'
import type { Destination } from './enhance-destination.ts'

const SCHEMA_VERSION: Summary['schemaVersion'] = 1

/** What a run would do; with its price where that was asked for. */
export type Planned = FolderPlan | FolderQuote

/** How a plan is told to people. */
export type PlanText = (plan: Planned, maxCredits: number | undefined, context: Context) => string

/** Tells a plan: as one JSON document, as an event for each photo and one for all, or as text. */
export function showPlan(
  planned: Planned,
  { toStdout }: Destination,
  maxCredits: number | undefined,
  context: Context,
  text: PlanText,
): void {
  const { settings, print } = context
  const plan = toStdout ? onStdout(planned) : planned
  const files = plan.perFile.map((file) => ({ ...file, status: file.due ? 'due' : 'skipped' }))
  const price = 'credits' in plan && {
    ...{ credits: plan.credits, creditsEach: plan.creditsEach, usd: usd(plan.credits) },
    ...{ available: plan.available, affordable: plan.affordable },
  }
  const estimate = { type: 'estimate', photos: plan.photos, due: plan.due, ...price, out: plan.out }
  if (settings.mode === 'ndjson') {
    for (const file of files) print(JSON.stringify({ schemaVersion: SCHEMA_VERSION, type: 'plan', ...file }))
    print(JSON.stringify({ schemaVersion: SCHEMA_VERSION, ...estimate }))
  } else if (settings.mode === 'json') {
    print(JSON.stringify({ schemaVersion: SCHEMA_VERSION, files, summary: estimate }, null, 2))
  } else if (plan.photos > 0) print(text(plan, maxCredits, context))
}

/** A line a photo, with where its results would go, or why it is left alone. */
export const dryRunText: PlanText = (plan, maxCredits, { colorize, environment: { cwd } }) => {
  const lines = plan.perFile.map((file) => {
    const credits = creditsOf(file)
    const name = escapeControls(file.file)
    if (!file.due) return `${colorize('dim', 'skipped')}  ${name}: already there`
    const paid = credits === 0 ? ` (${freeWords(file)})` : credits ? ` (${counted(credits, 'credit')})` : ''
    const missing = file.outputs.filter(({ exists }) => !exists)
    return `${colorize('green', 'new    ')}  ${name} -> ${shortOutputs(missing, cwd)}${colorize('dim', paid)}`
  })
  return [...lines, `${total(plan, maxCredits)} Nothing was sent or written.`].join('\n')
}

/** A line a photo with what it costs, and the sum. */
export const estimateText: PlanText = (plan, maxCredits) => {
  const rows = plan.perFile.map((file) => {
    const credits = creditsOf(file) ?? 0
    const why = file.due ? (credits === 0 ? freeWords(file) : '') : 'already there'
    return [counted(credits, 'credit'), `≈ ${inDollars(credits)}`, escapeControls(file.file), why]
  })
  return `${columns(rows)}\n${total(plan, maxCredits)}`
}

function total(plan: Planned, maxCredits: number | undefined): string {
  if (plan.due === 0) return `${counted(plan.photos, 'photo')}, all done already.`
  if (!('credits' in plan)) return `${counted(plan.due, 'photo')} to do.`
  const photos = plan.perFile.filter(({ credits }) => credits > 0).length
  if (photos === 0) return `${counted(plan.due, 'photo')} to fetch, nothing to pay.`
  return offerText({ photos, price: plan.creditsEach, whole: plan.credits, maxCredits }, plan.available ?? 0)
}

/** What is only on its way to standard output is called `-`. */
const onStdout = (plan: Planned): Planned => ({
  ...plan,
  out: null,
  perFile: plan.perFile.map((file) => ({
    ...file,
    outputs: file.outputs.map((output) => ({ ...output, path: '-' })),
  })),
})

const FREE: Readonly<Record<string, string>> = {
  paid: 'paid for, only to be fetched',
  duplicate: 'the same as another, paid for once',
  refused: 'not a picture, costs nothing',
}

/** Why a photo that is due costs nothing. */
const freeWords = (file: PlannedFile): string =>
  ('free' in file && typeof file.free === 'string' ? FREE[file.free] : undefined) ?? 'costs nothing'

const creditsOf = (file: PlannedFile): number | undefined =>
  'credits' in file && typeof file.credits === 'number' ? file.credits : undefined
