import { type Config, type Environment, readConfig } from '../config.ts'

/** Flags stand for settings; what is not given comes from the environment. */
const environment = (flags: Readonly<Record<string, string | undefined>>): Environment => ({
  ...process.env,
  ...Object.fromEntries(Object.entries(flags).filter(([, value]) => value !== undefined)),
})

/**
 * The settings of one command.
 *
 * @param flags What was typed, by the name of the setting it stands for.
 * @throws ConfigError with every problem at once.
 */
export const readSettings = (flags: Readonly<Record<string, string | undefined>>): Config =>
  readConfig(environment(flags))
