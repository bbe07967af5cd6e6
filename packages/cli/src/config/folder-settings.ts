import { dirname, isAbsolute, relative, sep } from 'node:path'
import picomatch from 'picomatch'
import type { Project } from './project-config.ts'
import type { SettingValue } from './setting-keys.ts'

/**
 * The project's settings for one file, according to its folder. Later rules override earlier ones, setting by setting.
 * Empty for files outside the project.
 *
 * @param path absolute
 *
 * @example
 * // platelight.config.json: { "folders": { "drinks/**": { "preset": "social-media" } } }
 * folderValues(project, '/srv/menu/drinks/spritz.jpg').preset // 'social-media'
 */
export function folderSettings(project: Project, path: string): Readonly<Record<string, SettingValue>> {
  const relativePath = relative(dirname(project.path), path)
  if (relativePath.startsWith('..') || isAbsolute(relativePath)) return {}
  const inside = relativePath.split(sep).join('/')
  const matching = project.folders.filter(({ glob }) => matches(glob, inside))
  return Object.assign({}, ...matching.map(({ values }) => values))
}

/** The name of a folder matches everything in it, as in a .gitignore. */
function matches(glob: string, path: string): boolean {
  const bare = glob.replace(/^\.?\//, '').replace(/\/+$/, '')
  return picomatch.isMatch(path, [bare, `${bare}/**`], { dot: true })
}
