import { accessSync, constants, existsSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Command } from 'commander'
import { type Config, ConfigError, readConfig } from '../base/config/server-config.ts'
import { withoutServiceLinks } from '../base/config/service-links.ts'
import type { Environment } from '../base/config/setting-readers.ts'

/** Options of every command. */
export interface SettingFlags {
  readonly data?: string
  /** False for --no-env-file. */
  readonly envFile?: boolean
}

export const withSettings = (command: Command, about = 'the data folder of the server'): Command =>
  command.option('--data <folder>', about).option('--no-env-file', 'do not read .env in the working folder')

/** The environment of a command, and the file that was read into it. */
export interface CommandEnvironment {
  readonly env: Environment
  readonly envFile: string | undefined
  /** The names that only that file sets. */
  readonly fromFile: ReadonlySet<string>
}

/**
 * The settings of a command. Flags override the environment, and the environment overrides `.env` in the working folder.
 *
 * @param flags The values of flags, by the name of the setting that they override.
 * @throws ConfigError when the file cannot be read.
 */
export function readEnvironment(
  flags: Readonly<Record<string, string | undefined>>,
  useFile: boolean,
): CommandEnvironment {
  const before = new Set(Object.keys(process.env))
  const envFile = useFile ? loadEnvFile() : undefined
  const fromFile = new Set(Object.keys(process.env).filter((name) => !before.has(name)))
  const given = Object.fromEntries(Object.entries(flags).filter(([, value]) => value !== undefined))
  return { env: { ...withoutServiceLinks(process.env), ...given }, envFile, fromFile }
}

/**
 * The settings of a command that works on the data folder.
 *
 * @throws ConfigError with every problem at once.
 */
export const readSettings = ({ data, envFile = true }: SettingFlags): Config =>
  readConfig(readEnvironment({ PLATELIGHT_DATA: data }, envFile).env)

function loadEnvFile(): string | undefined {
  const path = resolve('.env')
  if (!existsSync(path)) return undefined
  try {
    accessSync(path, constants.R_OK)
    process.loadEnvFile(path)
    return path
  } catch (error) {
    throw new ConfigError([`${path} cannot be read: ${(error as Error).message}. Use --no-env-file to ignore it.`])
  }
}
