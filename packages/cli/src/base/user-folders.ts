import { homedir } from 'node:os'
import { join } from 'node:path'

type Env = Readonly<Record<string, string | undefined>>

/** The data folder of Platelight on this system. The built-in server keeps its folder in it. */
export function userDataFolder(env: Env, platform: NodeJS.Platform = process.platform): string {
  if (env.XDG_DATA_HOME) return join(env.XDG_DATA_HOME, 'platelight')
  return applicationFolder(env, platform) ?? join(home(env), '.local', 'share', 'platelight')
}

/** The configuration folder: profiles, and credentials if there is no keyring. */
export function userConfigFolder(env: Env, platform: NodeJS.Platform = process.platform): string {
  if (env.XDG_CONFIG_HOME) return join(env.XDG_CONFIG_HOME, 'platelight')
  return applicationFolder(env, platform) ?? join(home(env), '.config', 'platelight')
}

/** macOS and Windows use one folder for both. */
function applicationFolder(env: Env, platform: NodeJS.Platform): string | undefined {
  if (platform === 'darwin') return join(home(env), 'Library', 'Application Support', 'platelight')
  if (platform === 'win32') return join(env.LOCALAPPDATA || join(home(env), 'AppData', 'Local'), 'platelight')
  return undefined
}

function home(env: Env): string {
  const named = env.HOME || env.USERPROFILE
  if (named) return named
  try {
    return homedir()
  } catch {
    // A user whose number is in no list of users has none. Debian names it so for users without one; nothing is found there.
    return '/nonexistent'
  }
}
