import { chmod } from 'node:fs/promises'
import { basename, join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { AccountExport, Platelight } from '@platelight/sdk'
import { createLinkReader } from '@platelight/sdk/folder-engine'
import { checkWritable } from '@platelight/sdk/node'
import { CliError } from '../../base/cli-errors.ts'
import { EXIT, type ExitCode } from '../../base/exit-codes.ts'
import { type Context, withConnection } from '../../context/command-context.ts'

export interface ExportFlags {
  readonly out: string
  /** False with `--no-wait`. */
  readonly wait: boolean
}

const FIRST_PAUSE_MS = 500
const LONGEST_PAUSE_MS = 5_000

/** `platelight account export`: everything that the server stores about the account, as zip archives in a folder. */
export async function exportAccount(flags: ExportFlags, context: Context): Promise<ExitCode> {
  const folder = resolve(context.environment.cwd, flags.out)
  if (flags.wait) await checkWritable([folder])
  return withConnection(context, async ({ client, clientOptions }) => {
    const started = await client.account.startExport()
    if (!flags.wait) {
      context.show(started, () => `The export ${started.id} is ${started.status}.`)
      return EXIT.ok
    }
    const { files, ...ready } = await waitFor(started, client, context)
    const links = createLinkReader(clientOptions)
    const saved: string[] = []
    for (const { url, filename } of files) {
      // A name of the server leads to no other folder.
      const path = join(folder, basename(filename))
      await links.save(url, path, {})
      await chmod(path, 0o600)
      saved.push(path)
    }
    context.show({ ...ready, files: saved }, () => saved.map((path) => `saved  ${path}`).join('\n'))
    return EXIT.ok
  })
}

async function waitFor(started: AccountExport, client: Platelight, context: Context): Promise<AccountExport> {
  if (started.status === 'processing') context.note('The server collects everything. This may take a while.')
  let current = started
  for (let pause = FIRST_PAUSE_MS; current.status === 'processing'; pause = Math.min(LONGEST_PAUSE_MS, pause * 1.5)) {
    await sleep(pause)
    current = await client.account.export()
  }
  if (current.status === 'failed') {
    throw new CliError(
      'The server could not make the export. Its log has the reason.',
      EXIT.unexpected,
      'export_failed',
    )
  }
  return current
}
