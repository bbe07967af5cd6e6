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

/** A folder of its own for one test, with these files in it; gone when the test is over. */
export function folderWith(files: readonly string[] | Readonly<Record<string, string | Uint8Array>> = []): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'platelight-sdk-')))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const entries = Array.isArray(files) ? files.map((file) => [file, file] as const) : Object.entries(files)
  for (const [name, content] of entries) put(join(folder, name), content as string | Uint8Array)
  return folder
}

/** Writes a file, with its folders. */
export function put(path: string, content: string | Uint8Array): void {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, content)
}

/** So many photos in `menu/`, each with content of its own, which begins as a picture does. */
export const menu = (count: number): Record<string, string> =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`menu/${index}.jpg`, `GIF89a photo ${index}`]))

/** The files below a folder, sorted, hidden ones too. */
export const tree = (folder: string): string[] =>
  existsSync(folder)
    ? readdirSync(folder, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
        .sort()
    : []

/** The same without the ledger. */
export const results = (folder: string): string[] =>
  tree(folder).filter((name) => !name.startsWith('.platelight-batch'))

/** What stands in a ledger, line by line. */
export const ledgerIn = (folder: string): Record<string, unknown>[] =>
  readFileSync(join(folder, '.platelight-batch.jsonl'), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
