import { dirname, join } from 'node:path'
import { CliError } from '../base/cli-errors.ts'
import { readValue, SETTING_KEYS, type SettingValue, settingKey } from './setting-keys.ts'
import { objectIn, readJson } from './user-config.ts'

const PROJECT_FILE = 'platelight.config.json'

/** What the photos below a folder are enhanced with. */
export interface FolderRule {
  /** A glob, relative to the folder of the project file. */
  readonly glob: string
  readonly values: Readonly<Record<string, SettingValue>>
}

/** Settings that travel with the photos. */
export interface Project {
  readonly path: string
  readonly values: Readonly<Record<string, SettingValue>>
  readonly folders: readonly FolderRule[]
}

/** Settings that may differ from folder to folder. */
const FOLDER_KEYS = ['preset', 'formats', 'output_format']

const CREDENTIAL = /key|token|secret|password|credential|authorization/i

/** The project file of the folder or of the nearest one above it. @throws CliError naming what is wrong in it. */
export function findProject(cwd: string): Project | undefined {
  const path = join(cwd, PROJECT_FILE)
  const document = readJson(path)
  if (document !== undefined) return projectIn(document, path)
  const parent = dirname(cwd)
  return parent === cwd ? undefined : findProject(parent)
}

function projectIn(document: unknown, path: string): Project {
  const { $schema: _, folders = {}, ...settings } = objectIn(document, path)
  return {
    path,
    values: valuesIn(settings, ` in ${path}`, (name) => {
      if (settingKey(name, ` in ${path}`).project) return
      throw new CliError(`${name} stands in ${path}: a project file cannot set it. Use platelight config set.`)
    }),
    folders: Object.entries(objectIn(folders, `"folders" in ${path}`)).map(([glob, rule]) => {
      const where = ` of folder "${glob}" in ${path}`
      const values = valuesIn(objectIn(rule, `folder "${glob}" in ${path}`), where, (name) => {
        if (FOLDER_KEYS.includes(name)) return
        throw new CliError(`There is no setting "${name}"${where}. A folder may have: ${FOLDER_KEYS.join(', ')}.`)
      })
      return { glob, values }
    }),
  }
}

function valuesIn(settings: Record<string, unknown>, where: string, allow: (name: string) => void) {
  const entries = Object.entries(settings).map(([name, value]) => {
    if (CREDENTIAL.test(name) && !SETTING_KEYS.some((key) => key.name === name)) {
      throw new CliError(
        `"${name}"${where}: a project file never carries a credential, for it travels with the project. ` +
          'Remove it, create a new key if it was shared, and sign in with platelight auth login.',
      )
    }
    allow(name)
    return [name, readValue(settingKey(name, where), value, where)] as const
  })
  return Object.fromEntries(entries)
}
