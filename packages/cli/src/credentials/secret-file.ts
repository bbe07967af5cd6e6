import { chmodSync } from 'node:fs'
import { join } from 'node:path'
import { userConfigFolder } from '../base/user-folders.ts'
import { objectIn, readJson, writeConfigFile } from '../config/user-config.ts'
import type { SecretStore } from './system-keyring.ts'

/** Stores secrets in a file that only its owner can read, for machines without a keyring. */
export function secretFile(env: Readonly<Record<string, string | undefined>>): SecretStore {
  const path = join(userConfigFolder(env), 'credentials.json')

  const read = (): Record<string, unknown> => {
    const document = readJson(path)
    return document === undefined ? {} : objectIn(document, path)
  }

  const write = (secrets: Record<string, unknown>): void => {
    writeConfigFile(path, secrets)
    chmodSync(path, 0o600)
  }

  return {
    name: 'file',
    location: path,
    async get(profile) {
      const secret = read()[profile]
      return typeof secret === 'string' ? secret : undefined
    },
    async set(profile, secret) {
      write({ ...read(), [profile]: secret })
    },
    async delete(profile) {
      const { [profile]: removed, ...others } = read()
      if (removed !== undefined) write(others)
    },
  }
}
