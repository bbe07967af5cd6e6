import type { Context } from '../context.ts'

/** Tells how far a batch is: one line that changes in a terminal, events where JSON was asked for, else nothing. */
export function progressLine({ settings, around, print }: Context) {
  const { stderr } = around
  const inPlace = Boolean(stderr.isTTY) && !['json', 'ndjson'].includes(settings.mode) && !settings.quiet
  let isShown = false
  return {
    show(done: number, total: number): void {
      const percent = total === 0 ? 0 : Math.floor((100 * done) / total)
      if (settings.mode === 'ndjson') {
        print(JSON.stringify({ schemaVersion: 1, type: 'progress', done, total, percent }))
      }
      if (!inPlace) return
      stderr.write(`\r${done} of ${total} done, ${percent} %`)
      isShown = true
    },
    clear(): void {
      if (isShown) stderr.write('\r\u001b[K')
      isShown = false
    },
  }
}
