import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { OpenApi } from './openapi-model.ts'

const run = promisify(execFile)

/** The folder of the split document, and the root of the workspace. */
export const OPENAPI_FOLDER = fileURLToPath(new URL('../../', import.meta.url))
export const ROOT = join(OPENAPI_FOLDER, '..')

/** Runs an installed tool without its greetings, its telemetry and its colours. */
export async function tool(name: 'redocly' | 'spectral', args: string[]): Promise<{ stdout: string; stderr: string }> {
  const env = {
    ...process.env,
    REDOCLY_TELEMETRY: 'off',
    REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true',
    CI: 'true',
    NO_COLOR: '1',
  }
  return run(join(ROOT, 'node_modules', '.bin', name), args, { cwd: OPENAPI_FOLDER, env, maxBuffer: 256 * 1024 * 1024 })
}

/**
 * Joins the index and its files into one document. References to files become components.
 *
 * @throws Error with redocly's own message if a reference cannot be resolved.
 */
export async function bundle(index = join(OPENAPI_FOLDER, 'openapi.yaml')): Promise<OpenApi> {
  const folder = await mkdtemp(join(tmpdir(), 'platelight-openapi-'))
  try {
    const output = join(folder, 'bundled.json')
    await tool('redocly', ['bundle', index, '--output', output]).catch((error: { stderr?: string }) => {
      throw new Error(`The document does not bundle:\n${error.stderr ?? error}`)
    })
    const document = JSON.parse(await readFile(output, 'utf8')) as OpenApi
    refuseRenamed(document)
    return document
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Redocly would number two schemas with the same name, and their types would get accidental names. */
function refuseRenamed({ components }: OpenApi): void {
  const names = Object.values(components).flatMap((section) => Object.keys(section))
  const renamed = names.filter((name) => /[-_]/.test(name))
  if (renamed.length > 0) throw new Error(`Two files use one component name; rename one: ${renamed.join(', ')}`)
}
