import { dirname, join } from 'node:path'
import { CliError } from '../base/cli-errors.ts'
import { readValue, SETTING_KEYS, type SettingValue, settingKey } from './setting-keys.ts'
import { objectIn, readJson } from './user-config.ts'

const PROJECT_FILE = 'platelight.config.json'

/** The settings for the photos in a folder. */
export interface FolderRule {
  /** A glob, relative to the folder of the project file. */
  readonly glob: string
  readonly values: Readonly<Record<string, SettingValue>>
}

/** The project file: settings kept with the photos. */
export interface Project {
  readonly path: string
  readonly values: Readonly<Record<string, SettingValue>>
  readonly folders: readonly FolderRule[]
}

/** Settings that may differ from folder to folder. */
const FOLDER_KEYS = ['preset', 'formats', 'output_format']

const CREDENTIAL = /key|token|secret|password|credential|authorization/i

/** The project file of the folder, or of its nearest parent that has one. @throws CliError naming the fault in it */
export function findProject(cwd: string): Project | undefined {
  const path = join(cwd, PROJECT_FILE)
  const document = readJson(path, 'Make it readable, or work in another folder.')
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
      throw new CliError(`A project file cannot set ${name}, but ${path} does. Use platelight config set.`)
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
        `"${name}"${where}: a project file must not contain a credential, because it is shared with the project. ` +
          'Remove it, create a new key if it was shared, and sign in with platelight auth login.',
      )
    }
    allow(name)
    return [name, readValue(settingKey(name, where), value, where)] as const
  })
  return Object.fromEntries(entries)
}
