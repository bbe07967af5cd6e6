import { join } from 'node:path'
import { type BatchEvent, type EnhanceFolderOptions, enhanceFolder } from '../../src/node-entry.ts'
import type { photoService } from './photo-service.ts'

export type Service = Awaited<ReturnType<typeof photoService>>

/** Runs over `menu` with one format, and collects the events. */
export async function run(cwd: string, service: Service, options: EnhanceFolderOptions = {}) {
  const events: BatchEvent[] = []
  const report = await enhanceFolder(service.client, 'menu', {
    cwd,
    formats: ['square'],
    ...options,
    onEvent(event) {
      events.push(event)
      options.onEvent?.(event)
    },
  })
  const types = events.map(({ type }) => type).filter((type) => type !== 'progress' && type !== 'file')
  return { ...report, events, types }
}

/** Where the results of `menu` are. */
export const enhanced = (cwd: string) => join(cwd, 'menu-enhanced')
