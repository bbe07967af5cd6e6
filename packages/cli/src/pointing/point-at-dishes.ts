import { PlatelightError, type SubjectHint } from '@platelight/sdk'
import { planFolder } from '@platelight/sdk/node'
import { toCliWording } from '../base/client-wording.ts'
import { onInterrupt } from '../base/interrupts.ts'
import { canOpen, openFile } from '../base/open-file.ts'
import { counted } from '../base/text-layout.ts'
import type { Context } from '../context/command-context.ts'
import type { Connection } from '../context/server-connection.ts'
import type { EnhanceTask } from '../enhance/enhance-task.ts'
import type { RunOutcome } from '../reporting/run-events.ts'
import { loadScreen } from '../screens/load-screen.ts'
import { sheetEntries } from '../sheets/sheet-entry.ts'
import { thumbnailOf } from '../sheets/thumbnail.ts'
import { type Pointed, type PointServer, servePointing } from './point-server.ts'

/** Larger than the copy on which the server looks for the dish. */
const SHOWN = { width: 1600, height: 1600, quality: 85 }

/** The sentence of the server names flags, which a page does not have. */
const NOT_THERE =
  'The dish cannot be told from its surroundings there. Draw the box closely around the whole dish with its plate.'

/**
 * Asks whether somebody wants to point at the dishes that were not found, on a page in the browser. Only where a person sits
 * at a terminal and a screen.
 *
 * @returns the task for the photos that were pointed at; those that are done already are there. Undefined if there are none
 */
export async function pointAtDishes(
  task: EnhanceTask,
  { files, summary }: RunOutcome,
  { client }: Connection,
  context: Context,
): Promise<EnhanceTask | undefined> {
  const { settings, environment } = context
  const missed = files.filter(({ error }) => error?.code === 'subject_not_found')
  const isSeen = settings.mode === 'screen' && settings.canAsk && canOpen(environment.env)
  if (missed.length === 0 || !isSeen || summary.stopped || task.destination.toStdout) return undefined
  const entries = sheetEntries(missed, task.inputs, environment.cwd, false)
  const photos: (Pointed & { readonly file: string })[] = []
  for (const [index, { file }] of missed.entries()) {
    const { name = file, before = { url: file } } = entries[index] ?? {}
    const { jpeg } = await thumbnailOf(before, SHOWN)
    if (jpeg) photos.push({ file, name, jpeg })
  }
  const { confirm } = await loadScreen(settings, () => import('../screens/confirm-question.tsx'))
  const question = `Show in the browser where the dish is, for ${counted(photos.length, 'photo')}?`
  if (photos.length === 0 || !(await confirm(question, context))) return undefined
  const server = await servePointing(photos, ({ jpeg }, subject) =>
    client.images.findSubject({ image: jpeg, subject }).catch((error: unknown) => {
      if (!(error instanceof PlatelightError)) throw error
      return { message: error.code === 'subject_not_found' ? NOT_THERE : toCliWording(error.message) }
    }),
  )
  const hints = await answersOf(server, photos, context)
  return hints.size > 0 ? withHints(task, hints) : undefined
}

/** Opens the page and waits for its answers. Ctrl-C goes on with those that have come. */
async function answersOf(
  { url, answers, stop }: PointServer,
  photos: readonly { readonly file: string }[],
  { note }: Context,
): Promise<ReadonlyMap<string, SubjectHint>> {
  const interrupts = onInterrupt(stop)
  try {
    note((await openFile(url)) ? 'Waiting for the browser. Ctrl-C goes on without it.' : `Open this address: ${url}`)
    const hints = await answers
    return new Map(photos.flatMap(({ file }, index) => (hints[index] ? [[file, hints[index]]] : [])))
  } finally {
    interrupts.release()
  }
}

/** The same task with hints for some photos. What exists stays. */
export async function withHints(task: EnhanceTask, hints: ReadonlyMap<string, SubjectHint>): Promise<EnhanceTask> {
  const { inputs, options, plan } = task
  const pointed = {
    ...options,
    onExisting: 'skip',
    fresh: false,
    perPhoto: (photo: { readonly file: string; readonly path: string | null }) => {
      const subject = hints.get(photo.file)
      return { ...options.perPhoto?.(photo), ...(subject && { subject }) }
    },
  } as const
  return { ...task, options: pointed, plan: { ...(await planFolder(inputs, pointed)), leftOut: plan.leftOut } }
}
