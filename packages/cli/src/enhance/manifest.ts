import { randomUUID } from 'node:crypto'
import { mkdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { CliError } from '../errors.ts'
import type { Manifest } from './events.ts'
import { checkWritable } from './preflight.ts'

/** @throws CliError when the report of a run could not be written there, before there is one. */
export function checkManifest(path: string): void {
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory()) {
    throw new CliError(`${path} is a folder. Name a file for --manifest.`)
  }
  checkWritable([dirname(path)])
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
