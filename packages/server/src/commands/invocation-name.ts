import { accessSync, constants } from 'node:fs'
import { basename, delimiter, join, relative } from 'node:path'
import type { Environment } from '../base/config/setting-readers.ts'

const PROGRAM = 'platelight-server'

/**
 * How the user can type this program, for commands to copy: its name when the shell finds it, the package runner when that
 * started it, or else its path.
 *
 * @param program The script that Node runs, as in `process.argv[1]`.
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

/** A path, quoted for a shell when necessary. */
export const quoted = (path: string): string => (/^[\w./-]+$/.test(path) ? path : `'${path.replaceAll("'", "'\\''")}'`)

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
