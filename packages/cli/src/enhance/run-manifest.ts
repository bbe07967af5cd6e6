import { existsSync, mkdirSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { checkWritable } from '@platelight/sdk/node'
import { writeFileAtomically } from '../base/atomic-write.ts'
import { CliError } from '../base/cli-errors.ts'
import { readFileHead } from '../base/file-head.ts'
import type { Manifest } from '../reporting/run-events.ts'

/**
 * Checks before a run that its report can be written.
 *
 * @param flag the flag that names the file, for the error message
 * @throws CliError naming the path and the reason
 */
export async function checkReport(path: string, flag: string): Promise<void> {
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory()) {
    throw new CliError(`${path} is a folder. Name a file for ${flag}.`)
  }
  await checkWritable([dirname(path)])
}

/**
 * Checks that the manifest can be written. It may replace an earlier manifest or an empty file, but no other file: a
 * photo could be named by mistake.
 *
 * @throws CliError naming the path and what to do
 */
export async function checkManifest(path: string): Promise<void> {
  await checkReport(path, '--manifest')
  const head = readFileHead(path, 64)?.toString('latin1')
  const isFree = head === undefined ? !existsSync(path) : head === '' || /^\{\s*"schemaVersion":/.test(head)
  if (!isFree) {
    throw new CliError(`${path} exists already and is not a manifest. Choose another name for --manifest.`)
  }
}

/** Writes the report of a run atomically, so that a reader never sees a partial file. */
export function writeManifest(path: string, manifest: Manifest): void {
  try {
    mkdirSync(dirname(path), { recursive: true })
    writeFileAtomically(path, `${JSON.stringify(manifest, null, 2)}\n`, 0o666)
  } catch (error) {
    throw new CliError(`The manifest cannot be written: ${(error as Error).message}`, undefined, 'output_unwritable')
  }
}
