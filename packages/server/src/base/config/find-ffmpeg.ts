import { accessSync, constants } from 'node:fs'
import { delimiter, join, resolve } from 'node:path'
import type { Environment, SettingReaders } from './setting-readers.ts'

const NAMES = process.platform === 'win32' ? ['ffmpeg.exe'] : ['ffmpeg']

/** The program that writes films: the one of the setting, or the first on the PATH. Undefined if there is none. */
export function findFfmpeg(env: Environment, { text }: SettingReaders, problems: string[]): string | undefined {
  const given = text('PLATELIGHT_FFMPEG')
  if (given !== undefined) {
    const path = resolve(given)
    if (!isProgram(path)) problems.push(`PLATELIGHT_FFMPEG is "${given}"; it must be the path of ffmpeg`)
    return path
  }
  const folders = (env.PATH ?? env.Path ?? '').split(delimiter).filter((folder) => folder !== '')
  return folders.flatMap((folder) => NAMES.map((name) => join(folder, name))).find(isProgram)
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
