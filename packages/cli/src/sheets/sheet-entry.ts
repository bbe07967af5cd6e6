import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import type { FolderInput } from '@platelight/sdk/node'
import { counted } from '../base/text-layout.ts'
import { isAddress } from '../folder-run/typed-inputs.ts'
import type { FileEvent, Format, Output } from '../reporting/run-events.ts'
import { escapeControls, failureText } from '../reporting/run-wording.ts'

/** One photo on a sheet. */
export interface SheetEntry {
  /** The name on one line. */
  readonly name: string
  readonly status: FileEvent['status']
  /** `enhanced`, `already there`, or why it failed. */
  readonly verdict: string
  /** `1 credit`; empty if nothing was paid or prices are not shown. */
  readonly price: string
  readonly before: OriginalPhoto
  readonly outputs: readonly Output[]
  /** The result that crops least from a photo of this aspect ratio. */
  after(aspect: number): Output | undefined
}

/** The original photo: a file, bytes from standard input, or a URL, which is not fetched for a sheet. */
export type OriginalPhoto = { readonly path: string } | { readonly bytes: Uint8Array } | { readonly url: string }

/** Width to height of the crops. */
const ASPECTS: Readonly<Partial<Record<Format, number>>> = { square: 1, portrait: 4 / 5, landscape: 16 / 9 }

/** A measure of how much a crop leaves out; 0 for the original format. */
const cropLoss = (format: Format, aspect: number): number => Math.abs(Math.log((ASPECTS[format] ?? aspect) / aspect))

/** The entries of a sheet for the results of a run. */
export function sheetEntries(
  files: readonly FileEvent[],
  inputs: readonly FolderInput[],
  cwd: string,
  showsPrices: boolean,
): SheetEntry[] {
  return files.map((event) => {
    const outputs = event.outputs.filter(({ path }) => existsSync(path))
    return {
      name: escapeControls(event.file),
      status: event.status,
      verdict: verdictOf(event),
      price: showsPrices && event.credits ? counted(event.credits, 'credit') : '',
      before: originalOf(event.file, inputs, cwd),
      outputs,
      after: (aspect) => outputs.toSorted((a, b) => cropLoss(a.format, aspect) - cropLoss(b.format, aspect))[0],
    }
  })
}

function verdictOf(event: FileEvent): string {
  if (event.status === 'failed') return failureText(event)
  return event.status === 'done' ? 'enhanced' : 'already there'
}

function originalOf(file: string, inputs: readonly FolderInput[], cwd: string): OriginalPhoto {
  if (isAddress(file)) return { url: file }
  const inMemory = inputs.find((input) => typeof input === 'object' && 'bytes' in input && input.name === file)
  if (typeof inMemory === 'object' && 'bytes' in inMemory) return { bytes: inMemory.bytes }
  return { path: resolve(cwd, file) }
}
