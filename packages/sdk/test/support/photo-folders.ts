import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { onTestFinished } from 'vitest'

/** A temporary folder with these files for one test. It is removed after the test. */
export function folderWith(files: readonly string[] | Readonly<Record<string, string | Uint8Array>> = []): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'platelight-sdk-')))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const entries = Array.isArray(files) ? files.map((file) => [file, file] as const) : Object.entries(files)
  for (const [name, content] of entries) put(join(folder, name), content as string | Uint8Array)
  return folder
}

/** Writes a file and creates its folders. */
export function put(path: string, content: string | Uint8Array): void {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, content)
}

/** `menu/` with this many photos. Each has unique content that starts like a picture. */
export const menu = (count: number): Record<string, string> =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`menu/${index}.jpg`, `GIF89a photo ${index}`]))

/** The files below a folder, sorted, including hidden ones. */
export const tree = (folder: string): string[] =>
  existsSync(folder)
    ? readdirSync(folder, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
        .sort()
    : []

/** The files below a folder without the ledger. */
export const results = (folder: string): string[] =>
  tree(folder).filter((name) => !name.startsWith('.platelight-batch'))

/** The lines of a ledger. */
export const ledgerIn = (folder: string): Record<string, unknown>[] =>
  readFileSync(join(folder, '.platelight-batch.jsonl'), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
