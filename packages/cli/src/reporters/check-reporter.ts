import type { Platelight } from '@platelight/sdk'
import type { PausedEvent, ResumedEvent } from '@platelight/sdk/node'
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

/** Reports a check: refused photos with reasons and fixes, JSON events, or one JSON document at the end. */
export function createCheckReporter(context: Context, withWarnings: boolean) {
  const { settings, print, note, colorize } = context
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

  function printVerdict(file: string, platform: string, { accepted, verified, problems, notes }: Verdict): void {
    if (accepted && (quiet || !withWarnings)) return
    const word = accepted ? colorize('green', 'accepted') : colorize('red', 'refused ')
    print(`${word}  ${escapeControls(file)} for ${platform}${verified ? '' : ' (the platform publishes no limits)'}`)
    const shown = problems.filter(({ severity }) => withWarnings || severity === 'refused')
    for (const { severity, rule, message, fix } of shown) {
      const mark = severity === 'refused' ? '' : `${colorize('yellow', 'warning')} `
      print(`  ${mark}${rule}: ${message}${fix ? ` ${fix}` : ''}`)
    }
    if (withWarnings) for (const sentence of notes) print(`  ${colorize('dim', sentence)}`)
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
        print(`${colorize('red', 'unread  ')}  ${escapeControls(event.file)}: ${escapeControls(event.error.message)}`)
      for (const { platform, verdict } of checked?.verdicts ?? []) printVerdict(event.file, platform, verdict)
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
      if (!quiet) print(`${parts.filter(Boolean).join(', ')}.`)
      if (error) note(error.message)
      if (remaining) note(`${counted(remaining, 'photo')} not checked.`)
    },
  }
}
