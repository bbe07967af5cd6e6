import type { FolderPlan, FolderQuote } from '@platelight/sdk/node'
import { columns, counted } from '../base/text-layout.ts'
import type { Context } from '../context/command-context.ts'
import { inDollars, offerText, usd } from '../folder-run/price-agreement.ts'
import type { PlannedFile, Summary } from '../reporting/run-events.ts'
import { escapeControls, shortOutputs } from '../reporting/run-wording.ts'
import type { EnhanceTask } from './enhance-task.ts'

const SCHEMA_VERSION: Summary['schemaVersion'] = 2

/** The plan of a run, with or without its price. */
export type Planned = FolderPlan | FolderQuote

/** Renders a plan as text. */
export type PlanText = (plan: Planned, maxCredits: number | undefined, context: Context) => string

/** Prints a plan as one JSON document, as one event per photo and an estimate, or as text. */
export function showPlan(
  planned: Planned,
  { destination: { toStdout }, plan: { leftOut } }: Pick<EnhanceTask, 'destination' | 'plan'>,
  maxCredits: number | undefined,
  context: Context,
  text: PlanText,
): void {
  const { settings, print } = context
  const plan = toStdout ? onStdout(planned) : planned
  const files = plan.perFile.map((file) => ({ ...file, status: file.due ? 'due' : 'skipped' }))
  const price = 'credits' in plan && {
    credits: plan.credits,
    creditsEach: plan.creditsEach,
    usd: usd(plan.credits),
    available: plan.available,
    affordable: plan.affordable,
  }
  const estimate = {
    type: 'estimate',
    photos: plan.photos,
    due: plan.due,
    ...price,
    out: plan.out,
    ...(leftOut.length > 0 && { leftOut }),
  }
  if (settings.mode === 'ndjson') {
    for (const file of files) print(JSON.stringify({ schemaVersion: SCHEMA_VERSION, type: 'plan', ...file }))
    print(JSON.stringify({ schemaVersion: SCHEMA_VERSION, ...estimate }))
  } else if (settings.mode === 'json') {
    print(JSON.stringify({ schemaVersion: SCHEMA_VERSION, files, summary: estimate }, null, 2))
  } else if (plan.photos > 0) print(text(plan, maxCredits, context))
}

/** One line per photo: where its results would go, or why it is skipped. */
export const dryRunText: PlanText = (plan, maxCredits, { colorize, environment: { cwd } }) => {
  const lines = plan.perFile.map((file) => {
    const credits = creditsOf(file)
    const name = escapeControls(file.file)
    if (!file.due) return `${colorize('dim', 'skipped')}  ${name}: already there`
    const cost = credits === 0 ? ` (${freeReason(file)})` : credits ? ` (${counted(credits, 'credit')})` : ''
    const missing = file.outputs.filter(({ exists }) => !exists)
    return `${colorize('green', 'new    ')}  ${name} -> ${shortOutputs(missing, cwd)}${colorize('dim', cost)}`
  })
  return [...lines, `${total(plan, maxCredits)} Nothing was sent or written.`].join('\n')
}

/** One line per photo with its price, and the total. */
export const estimateText: PlanText = (plan, maxCredits) => {
  const rows = plan.perFile.map((file) => {
    const credits = creditsOf(file) ?? 0
    const reason = file.due ? (credits === 0 ? freeReason(file) : '') : 'already there'
    return [counted(credits, 'credit'), `≈ ${inDollars(credits)}`, escapeControls(file.file), reason]
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

/** Reports a temporary file for standard output as `-`. */
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

/** The reason why a due photo costs nothing. */
const freeReason = (file: PlannedFile): string =>
  ('free' in file && typeof file.free === 'string' ? FREE[file.free] : undefined) ?? 'costs nothing'

const creditsOf = (file: PlannedFile): number | undefined =>
  'credits' in file && typeof file.credits === 'number' ? file.credits : undefined
