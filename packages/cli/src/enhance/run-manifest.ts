import { existsSync, mkdirSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { checkWritable } from '@platelight/sdk/node'
import { writeFileAtomically } from '../base/atomic-write.ts'
import { CliError } from '../base/cli-errors.ts'
import { readFileHead } from '../base/file-head.ts'
import type { Manifest } from '../reporting/run-events.ts'

/**
 * Makes sure a report of a run can be written, before there is one.
 *
 * @param flag the one that named it
 * @throws CliError naming the path and the reason.
 */
export async function checkReport(path: string, flag: string): Promise<void> {
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory()) {
    throw new CliError(`${path} is a folder. Name a file for ${flag}.`)
  }
  await checkWritable([dirname(path)])
}

/**
 * Makes sure the manifest can be written. It takes the place of an earlier one or of an empty file, and of no other file:
 * a photo is soon named by mistake.
 *
 * @throws CliError naming the path and the way out.
 */
export async function checkManifest(path: string): Promise<void> {
  await checkReport(path, '--manifest')
  const start = readFileHead(path, 64)?.toString('latin1')
  const isFree = start === undefined ? !existsSync(path) : start === '' || /^\{\s*"schemaVersion":/.test(start)
  if (!isFree) {
    throw new CliError(`${path} exists already and is not a manifest. Choose another name for --manifest.`)
  }
}

/** Writes the report of a run: the whole of it or nothing, so that a reader never sees half. */
export function writeManifest(path: string, manifest: Manifest): void {
  try {
    mkdirSync(dirname(path), { recursive: true })
    writeFileAtomically(path, `${JSON.stringify(manifest, null, 2)}\n`, 0o666)
  } catch (error) {
    throw new CliError(`The manifest cannot be written: ${(error as Error).message}`, undefined, 'output_unwritable')
  }
}
