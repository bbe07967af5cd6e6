import { hasUnicode } from '../base/has-unicode.ts'
import { counted } from '../base/text-layout.ts'
import type { Context } from '../context/command-context.ts'
import { GRAPHICS, graphicsOf } from '../context/graphics-of.ts'
import type { EnhanceTask } from '../enhance/enhance-task.ts'
import type { RunOutcome } from '../reporting/run-events.ts'
import { sheetEntries } from './sheet-entry.ts'

export interface ShowFlags {
  readonly preview?: boolean
  readonly previewAs?: string
}

/** More would push the end of the run off the screen. */
const MOST = 4

/** `--preview`: photos before and after, in the terminal. Shows nothing where there is none, and never fails. */
export async function showPreviews(
  flags: ShowFlags,
  { inputs }: Pick<EnhanceTask, 'inputs'>,
  { files }: RunOutcome,
  { environment, settings, tell, print }: Context,
): Promise<void> {
  const how = flags.previewAs ?? 'auto'
  if ((!flags.preview && flags.previewAs === undefined) || how === 'off' || settings.mode !== 'screen') return
  const graphics = GRAPHICS.find((known) => known === how) ?? graphicsOf(environment.env)
  // Half blocks are coloured letters.
  if (graphics === 'blocks' && !(settings.color && hasUnicode(environment.env))) return
  const { terminalPreview } = await import('./terminal-preview.ts')
  const shown = files.filter(({ outputs, status }) => status !== 'failed' && outputs.length > 0)
  const trueColor = (environment.stdout.getColorDepth?.() ?? 8) > 8
  const options = { graphics, columns: environment.stdout.columns || 80, trueColor }
  for (const { name, before, after } of sheetEntries(shown.slice(0, MOST), inputs, environment.cwd, false)) {
    const preview = await terminalPreview(before, after(1)?.path ?? '', options).catch(() => undefined)
    if (preview !== undefined) print(`${name}, before and after:\n${preview}\n`)
  }
  const more = shown.length - MOST
  if (more > 0) tell(`${counted(more, 'more photo')}: add --contact-sheet FILE.html to see all of them.`)
}
