import { part } from '../base/compose.ts'
import { type Config, ConfigError } from '../base/config/server-config.ts'
import type { SchemaChecks } from '../contract/schema-validators.ts'
import type { ApiContract } from '../http/api-contract.ts'
import { overridden } from '../operations/platforms/platform-overrides.ts'
import { createPlatforms, type Platforms } from '../operations/platforms/platform-registry.ts'
import { jsonFile } from './json-file.ts'

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
  const rows = overridden(
    file === undefined ? { platforms: [] } : ((await jsonFile(file, problems)) ?? { platforms: [] }),
    problems,
    checks,
  )
  if (problems.length > 0)
    throw new ConfigError(problems.map((problem) => `PLATELIGHT_PLATFORMS (${file}): ${problem}`))
  return createPlatforms(rows)
}
