import { existsSync } from 'node:fs'
import { DataFolderError } from '../base/data-folder-error.ts'
import { databasePath } from '../process/data-folder/open-data-folder.ts'
import { readSettings, type SettingFlags } from './command-environment.ts'

type Operator = ReturnType<typeof import('../process/operator.ts').createOperator>
export type CreatedKey = Awaited<ReturnType<Operator['createKey']>>

/** What may be typed where a key is wanted before the first start. */
export const INIT = ['--init', 'make the data folder and its database where there are none'] as const

/**
 * Opens the folder beside a server that may be running on it, does one thing, and tells what came of it.
 *
 * @throws DataFolderError when there is no database and none is to be made: a key of a second database opens nothing.
 */
export async function runOperator<T>(
  flags: SettingFlags & { readonly json?: boolean; readonly init?: boolean },
  act: (operator: Operator) => Promise<T>,
  describe: (result: T) => string,
): Promise<void> {
  const config = readSettings(flags)
  if (!flags.init && !existsSync(databasePath(config.dataFolder))) throw noDatabase(config.dataFolder)
  const [{ openCore }, { createOperator }] = await Promise.all([
    import('../process/open-core.ts'),
    import('../process/operator.ts'),
  ])
  const core = await openCore(config)
  try {
    const result = await act(createOperator(core))
    process.stdout.write(`${flags.json ? JSON.stringify(result) : describe(result)}\n`)
  } finally {
    await core.close()
  }
}

/** A key that was made, as it is shown once. */
export const keyLines = ({ key, account, credits, scopes, vouched }: CreatedKey): string =>
  [
    `${key}`,
    '',
    `  for      ${account.email} (${account.plan}, ${credits} credits)`,
    `  may      ${scopes.join(', ')}`,
    '  shown    this once; keep it where secrets are kept',
    ...(vouched
      ? [
          '',
          'The account was there, and its address not verified. It counts as verified now. The password that was chosen for it',
          'works no more, and sessions, keys, webhook endpoints and uploads from before have ended.',
        ]
      : []),
  ].join('\n')

const noDatabase = (folder: string) =>
  new DataFolderError(
    `There is no database in ${folder}. Start the server first, or name the folder it uses with --data or PLATELIGHT_DATA. To begin a new one here, type keys create or admin create with --init.`,
  )
