import { existsSync } from 'node:fs'
import { DataFolderError } from '../base/data-folder-error.ts'
import { databasePath } from '../process/data-folder/open-data-folder.ts'
import { readSettings, type SettingFlags } from './command-environment.ts'

export type Operator = ReturnType<typeof import('../process/operator.ts').createOperator>
export type CreatedKey = Awaited<ReturnType<Operator['createKey']>>

/** The option of commands that can be used before the first start. */
export const INIT = ['--init', 'create the data folder and its database if there are none'] as const

/**
 * Opens the data folder, which a running server may be using, runs one action and prints the result.
 *
 * @throws DataFolderError when there is no database and --init is not given: a key of the wrong folder would be useless.
 */
export async function runOperator<T>(
  flags: SettingFlags & { readonly json?: boolean; readonly init?: boolean },
  act: (operator: Operator) => Promise<T>,
  describe: (result: T) => string,
): Promise<void> {
  const config = readSettings(flags)
  const isInFolder = config.database === undefined
  if (isInFolder && !flags.init && !existsSync(databasePath(config.dataFolder))) throw noDatabase(config.dataFolder)
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

/** A new key, as it is printed once. */
export const keyLines = ({ key, account, credits, scopes, vouched }: CreatedKey): string =>
  [
    `${key}`,
    '',
    `  for      ${account.email} (${account.plan}, ${credits} credits)`,
    `  may      ${scopes.join(', ')}`,
    '  shown    only once; keep it where secrets are kept',
    ...(vouched
      ? [
          '',
          'The account existed with an unverified address. The address now counts as verified. Its old password no longer works,',
          'and its earlier sessions, keys, webhook endpoints and uploads have ended.',
        ]
      : []),
  ].join('\n')

const noDatabase = (folder: string) =>
  new DataFolderError(
    `There is no database in ${folder}. Start the server first, or name the folder that it uses with --data or PLATELIGHT_DATA. To create a database here, add --init to keys create or admin create.`,
  )
