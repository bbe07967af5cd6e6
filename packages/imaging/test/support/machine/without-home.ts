const preload = `
  import os from 'node:os'
  import { syncBuiltinESMExports } from 'node:module'
  const unknown = (name) => () => { throw new Error('A system error occurred: ' + name + ' returned ENOENT (no such file or directory)') }
  os.homedir = () => process.env.HOME || unknown('uv_os_homedir')()
  os.userInfo = unknown('uv_os_get_passwd')
  syncBuiltinESMExports()`

/**
 * The environment of a program as it is for a user whose number is in no list of users, in containers say. Node then throws
 * where somebody asks for the home folder or the user's name. Only root could become such a user.
 */
export const WITHOUT_HOME = {
  HOME: '',
  USERPROFILE: '',
  XDG_CONFIG_HOME: '',
  XDG_DATA_HOME: '',
  NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(preload)}`,
}
