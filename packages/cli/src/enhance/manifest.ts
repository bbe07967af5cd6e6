import { randomUUID } from 'node:crypto'
import { mkdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { checkWritable } from '@platelight/sdk/node'
import { CliError } from '../errors.ts'
import type { Manifest } from './events.ts'

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

/** Writes the report of a run: the whole of it or nothing, so that a reader never sees half. */
export function writeManifest(path: string, manifest: Manifest): void {
  const temporary = `${path}.${randomUUID().slice(0, 8)}.part`
  try {
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(temporary, `${JSON.stringify(manifest, null, 2)}\n`)
    renameSync(temporary, path)
  } catch (error) {
    rmSync(temporary, { force: true })
    throw new CliError(`The manifest cannot be written: ${(error as Error).message}`, undefined, 'output_unwritable')
  }
}
