import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { onTestFinished } from 'vitest'

/** A temporary folder with these files for one test. It is removed after the test. */
export function folderWith(files: readonly string[] | Readonly<Record<string, string | Uint8Array>> = []): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'platelight-cli-')))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const entries = Array.isArray(files) ? files.map((file) => [file, file] as const) : Object.entries(files)
  for (const [name, content] of entries) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), content as string | Uint8Array)
  }
  return folder
}
