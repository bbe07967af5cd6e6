import { accessSync, constants } from 'node:fs'
import { basename, delimiter, join, relative } from 'node:path'
import type { Environment } from '../base/config/server-config.ts'

const PROGRAM = 'platelight-server'

/**
 * How this program is typed where it was started, for sentences that people copy: by its name where the shell finds it,
 * through the package runner where that started it, else by its path.
 *
 * @param program The file that Node was given, as in `process.argv[1]`.
 */
export function invocationName({
  env,
  program,
  folder,
}: {
  env: Environment
  program: string
  folder: string
}): string {
  const runner = env.npm_config_user_agent?.split('/')[0]
  if (env.npm_lifecycle_event !== undefined || env.npm_command === 'exec') {
    return runner === undefined || runner === 'npm' ? `npx ${PROGRAM}` : `${runner} exec ${PROGRAM}`
  }
  if (basename(program) === PROGRAM && (env.PATH ?? '').split(delimiter).some((path) => isProgram(join(path, PROGRAM))))
    return PROGRAM
  return `node ${quoted(relative(folder, program))}`
}

/** A path as it is typed in a shell. */
export const quoted = (path: string): string => (/^[\w./-]+$/.test(path) ? path : `'${path.replaceAll("'", "'\\''")}'`)

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
