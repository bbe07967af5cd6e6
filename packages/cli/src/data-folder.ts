import { homedir } from 'node:os'
import { join } from 'node:path'

/** Where programs keep their data on this system: the folder of the built-in server is below it. */
export function dataFolder(
  env: Readonly<Record<string, string | undefined>>,
  platform: NodeJS.Platform = process.platform,
): string {
  const home = env.HOME || env.USERPROFILE || homedir()
  if (env.XDG_DATA_HOME) return join(env.XDG_DATA_HOME, 'platelight')
  if (platform === 'darwin') return join(home, 'Library', 'Application Support', 'platelight')
  if (platform === 'win32') return join(env.LOCALAPPDATA || join(home, 'AppData', 'Local'), 'platelight')
  return join(home, '.local', 'share', 'platelight')
}
