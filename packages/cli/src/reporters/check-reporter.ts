import type { Platelight } from '@platelight/sdk'
import type { PausedEvent, ResumedEvent } from '@platelight/sdk/node'
import { shellWords } from '../base/shell-words.ts'
import { counted } from '../base/text-layout.ts'
import type { Context } from '../context/command-context.ts'
import type { ItemEvent, ItemRun } from '../reporting/item-events.ts'
import { createPauseNotes } from '../reporting/pause-notes.ts'
import { escapeControls } from '../reporting/run-wording.ts'

type Item = Awaited<ReturnType<Platelight['exports']['check']>>['items'][number]

/** The verdicts of platforms on one photo. */
export interface Checked {
  readonly file: string
  readonly picture: NonNullable<Item['picture']>
  readonly verdicts: NonNullable<Item['verdicts']>
}

type Verdict = Checked['verdicts'][number]['verdict']

interface CheckedFile {
  readonly event: ItemEvent
  readonly checked: Checked | undefined
}

/** A fix of the server that is an export. */
const isExport = (fix: string): boolean => fix.startsWith('Export it ')

/** The platforms that refuse a photo for what an export puts right. */
const exportable = ({ verdicts = [] }: { readonly verdicts?: Checked['verdicts'] }): readonly string[] =>
  verdicts
    .filter(({ verdict }) =>
      verdict.problems.some(({ severity, fix }) => severity === 'refused' && fix && isExport(fix)),
    )
    .map(({ platform }) => platform)

/** Reports a check: refused photos with reasons and fixes, JSON events, or one JSON document at the end. */
export function createCheckReporter(context: Context, withWarnings: boolean) {
  const { settings, print, tell, note, colorize, typed } = context
  const { mode, quiet } = settings
  const inJson = mode === 'json' || mode === 'ndjson'
  const pauses = createPauseNotes(note)

  const recordOf = ({ event, checked }: CheckedFile) => ({
    schemaVersion: 2,
    type: 'check',
    file: event.file,
    accepted: checked?.verdicts.every(({ verdict }) => verdict.accepted) ?? false,
    ...(checked && { picture: checked.picture, verdicts: checked.verdicts }),
    ...(event.error && { error: event.error }),
  })

  function tellVerdict(file: string, platform: string, { accepted, verified, problems, notes }: Verdict): void {
    if (accepted && (quiet || !withWarnings)) return
    const word = accepted ? colorize('green', 'accepted') : colorize('red', 'refused ')
    tell(`${word}  ${escapeControls(file)} for ${platform}${verified ? '' : ' (the platform publishes no limits)'}`)
    const shown = problems.filter(({ severity }) => withWarnings || severity === 'refused')
    for (const { severity, message } of shown)
      tell(`    ${severity === 'refused' ? '' : `${colorize('yellow', 'warning')} `}${message}`)
    // What an export puts right is said once, as the command that does it.
    for (const way of new Set(shown.flatMap(({ fix }) => (fix && !isExport(fix) ? [fix] : [])))) tell(`    ${way}`)
    if (shown.some(({ fix }) => fix?.includes('with upscale')))
      tell(`    ${shellWords(['platelight', 'upscale', file, '--scale', '4'])}`)
    if (withWarnings) for (const sentence of notes) tell(`    ${colorize('dim', sentence)}`)
  }

  return {
    waiting(): void {},

    paused(event: PausedEvent | ResumedEvent): void {
      if (mode === 'ndjson') print(JSON.stringify(event))
      if (!inJson && event.type === 'paused') pauses.paused(event)
    },

    file(event: ItemEvent, checked: Checked | undefined): void {
      pauses.answered()
      if (mode === 'ndjson') print(JSON.stringify(recordOf({ event, checked })))
      if (inJson) return
      if (event.error)
        tell(`${colorize('red', 'unread  ')}  ${escapeControls(event.file)}: ${escapeControls(event.error.message)}`)
      for (const { platform, verdict } of checked?.verdicts ?? []) tellVerdict(event.file, platform, verdict)
    },

    stopping(): void {
      note('Stopping after the photos in progress. Press Ctrl-C again to stop immediately.')
    },

    end(files: readonly CheckedFile[], { summary: { remaining, error } }: ItemRun): void {
      const records = files.map(recordOf)
      const accepted = records.filter((record) => record.accepted).length
      const unread = files.filter(({ checked }) => !checked).length
      const refused = records.length - accepted - unread
      const summary = {
        schemaVersion: 2,
        type: 'summary',
        accepted,
        refused,
        unread,
        ...(remaining && { remaining }),
        ...(error && { error }),
      }
      if (mode === 'json') print(JSON.stringify({ schemaVersion: 2, files: records, summary }, null, 2))
      if (mode === 'ndjson') print(JSON.stringify(summary))
      if (inJson) return
      const parts = [
        `${accepted} of ${counted(records.length, 'photo')} accepted`,
        refused > 0 && `${refused} refused`,
        unread > 0 && `${unread} could not be read`,
      ]
      if (!quiet) tell(`${parts.filter(Boolean).join(', ')}.`)
      if (error) note(error.message)
      if (remaining) note(`${counted(remaining, 'photo')} not checked. To go on, type:\n${typed.again()}`)
      const fixable = [...new Set(records.flatMap(exportable))]
      if (remaining || fixable.length === 0) return
      note('To make pictures that are taken, type:')
      for (const platform of fixable)
        note(shellWords(['platelight', 'export', ...typed.operands, '--platform', platform]))
    },
  }
}
