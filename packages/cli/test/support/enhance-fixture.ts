import { photoService, type ServiceOptions } from '../../../sdk/test/support/photo-service.ts'
import { folderWith } from './folder-with.ts'
import { command } from './run-command.ts'

interface Event extends Record<string, unknown> {
  readonly type: string
  readonly file?: string
}

/** A fake service and the command with its address. The files it enhances need not be pictures. */
export async function enhanceFixture(files: Record<string, string>, options: ServiceOptions = {}) {
  const service = await photoService(options)
  const cwd = folderWith(files)
  const env = { PLATELIGHT_BASE_URL: service.url, PLATELIGHT_API_KEY: 'pl_live_test' }
  const run = async (
    args: readonly string[],
    more: { input?: string; env?: Record<string, string>; onNote?: (text: string) => void } = {},
  ) => {
    const ended = await command(args, { cwd, ...more, env: { ...env, ...more.env } })
    const events = ended.stdout
      .split('\n')
      .filter((line) => line.startsWith('{"'))
      .map((line) => JSON.parse(line) as Event)
    return { ...ended, events, files: events.filter(({ type }) => type === 'file'), summary: events.at(-1) }
  }
  const enhance = (...flags: string[]) =>
    run(['enhance', 'menu', '--formats', 'square', '--yes', '--ndjson', '--concurrency', '1', ...flags])
  return { service, cwd, run, enhance }
}

/** `menu/` with this many photos. Each has unique content that starts like a picture. */
export const menu = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`menu/${index}.jpg`, `GIF89a photo ${index}`]))
