import { accessSync, constants, existsSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Command } from 'commander'
import { type Config, ConfigError, type Environment, readConfig } from '../base/config/server-config.ts'

/** Options that every command has. */
export interface SettingFlags {
  readonly data?: string
  /** False where `.env` of the working folder is not to be read. */
  readonly envFile?: boolean
}

export const withSettings = (command: Command, about = 'the data folder of the server'): Command =>
  command.option('--data <folder>', about).option('--no-env-file', 'do not read .env of the working folder')

/** The environment of a command, and the file that added to it. */
export interface CommandEnvironment {
  readonly env: Environment
  readonly envFile: string | undefined
}

/**
 * Flags stand for settings. What is not given comes from the environment, and what is not there from `.env` of the
 * working folder.
 *
 * @param flags What was typed, by the name of the setting it stands for.
 * @throws ConfigError when the file cannot be read.
 */
export function readEnvironment(
  flags: Readonly<Record<string, string | undefined>>,
  useFile: boolean,
): CommandEnvironment {
  const envFile = useFile ? loadEnvFile() : undefined
  const given = Object.fromEntries(Object.entries(flags).filter(([, value]) => value !== undefined))
  return { env: { ...process.env, ...given }, envFile }
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
    throw new ConfigError([`${path} cannot be read: ${(error as Error).message}. --no-env-file goes on without it.`])
  }
}
