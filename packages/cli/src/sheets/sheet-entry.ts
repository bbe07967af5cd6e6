import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import type { FolderInput } from '@platelight/sdk/node'
import { counted } from '../base/text-layout.ts'
import { isAddress } from '../folder-run/typed-inputs.ts'
import type { FileEvent, Format, Output } from '../reporting/run-events.ts'
import { escapeControls, failureText } from '../reporting/run-wording.ts'

/** One photo on a sheet. */
export interface SheetEntry {
  /** On one line. */
  readonly name: string
  readonly status: FileEvent['status']
  /** `enhanced`, `already there`, or why it failed. */
  readonly verdict: string
  /** `1 credit`; empty where nothing was paid, or prices are not shown. */
  readonly price: string
  readonly before: OriginalPhoto
  readonly outputs: readonly Output[]
  /** The result that shows most of what a photo of this shape does. */
  after(aspect: number): Output | undefined
}

/** The photo as it came: a file, bytes of standard input, or an address, which is not fetched for a sheet. */
export type OriginalPhoto = { readonly path: string } | { readonly bytes: Uint8Array } | { readonly url: string }

/** Width to height of the crops. */
const ASPECTS: Readonly<Partial<Record<Format, number>>> = { square: 1, portrait: 4 / 5, landscape: 16 / 9 }

/** How much of a photo a crop leaves out; the original's own format nothing. */
const loss = (format: Format, aspect: number): number => Math.abs(Math.log((ASPECTS[format] ?? aspect) / aspect))

/** What became of the photos, as a sheet shows it. */
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
      after: (aspect) => outputs.toSorted((a, b) => loss(a.format, aspect) - loss(b.format, aspect))[0],
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
