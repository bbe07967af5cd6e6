import { dirname, isAbsolute, relative, sep } from 'node:path'
import picomatch from 'picomatch'
import type { Project } from './project-config.ts'
import type { SettingValue } from './setting-keys.ts'

/**
 * What a project says of one file, by the folder it is in. Rules further down win over rules further up, each setting
 * by itself. Empty for files outside the project.
 *
 * @param path absolute
 *
 * @example
 * // platelight.config.json: { "folders": { "drinks/**": { "preset": "social-media" } } }
 * folderValues(project, '/srv/menu/drinks/spritz.jpg').preset // 'social-media'
 */
export function folderSettings(project: Project, path: string): Readonly<Record<string, SettingValue>> {
  const way = relative(dirname(project.path), path)
  if (way.startsWith('..') || isAbsolute(way)) return {}
  const inside = way.split(sep).join('/')
  const fitting = project.folders.filter(({ glob }) => matches(glob, inside))
  return Object.assign({}, ...fitting.map(({ values }) => values))
}

/** A folder's own name stands for all that is in it, as in a .gitignore. */
function matches(glob: string, path: string): boolean {
  const bare = glob.replace(/^\.?\//, '').replace(/\/+$/, '')
  return picomatch.isMatch(path, [bare, `${bare}/**`], { dot: true })
}
