import { readFile } from 'node:fs/promises'
import { part } from '../base/compose.ts'
import { type Config, ConfigError } from '../base/config/server-config.ts'
import type { SchemaChecks } from '../contract/schema-validators.ts'
import type { ApiContract } from '../http/api-contract.ts'
import { overridden } from '../operations/platforms/platform-overrides.ts'
import { createPlatforms, type Platforms } from '../operations/platforms/platform-registry.ts'

export const platformsPart = part(async ({ config, contract }: { config: Config; contract: ApiContract }) => ({
  provides: { platforms: await readPlatforms(config.platformsFile, contract.checks) },
}))

/**
 * The registry of platforms, including the operator's own.
 *
 * @throws ConfigError with every problem of the file at once.
 */
export async function readPlatforms(file: string | undefined, checks: SchemaChecks): Promise<Platforms> {
  const problems: string[] = []
  const rows = overridden(file === undefined ? { platforms: [] } : await contentOf(file, problems), problems, checks)
  if (problems.length > 0)
    throw new ConfigError(problems.map((problem) => `PLATELIGHT_PLATFORMS (${file}): ${problem}`))
  return createPlatforms(rows)
}

async function contentOf(file: string, problems: string[]): Promise<unknown> {
  try {
    return JSON.parse(await readFile(file, 'utf8'))
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    problems.push(code === undefined ? `it is not JSON: ${message}` : `it cannot be read: ${message}`)
    return { platforms: [] }
  }
}
