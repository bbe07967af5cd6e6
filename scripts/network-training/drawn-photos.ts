import { readdirSync, readFileSync } from 'node:fs'
import { join, parse } from 'node:path'
import { checksumOf, type HandDrawnMask, readHandDrawnMasks } from '../bench/quality/hand-drawn-masks.ts'

export interface DrawnPhoto {
  readonly name: string
  readonly bytes: Buffer
  readonly mask: HandDrawnMask
}

/** The photos of a folder and its sub-folders that masks were drawn on, by name. */
export function drawnPhotos(folder: string): DrawnPhoto[] {
  const masks = readHandDrawnMasks()
  const found = filesIn(folder).flatMap((path) => {
    const bytes = readFileSync(path)
    const mask = masks.get(checksumOf(bytes))
    return mask ? [{ name: parse(path).name, bytes, mask }] : []
  })
  return found.sort((a, b) => (a.name < b.name ? -1 : 1))
}

const filesIn = (folder: string): string[] =>
  readdirSync(folder, { withFileTypes: true }).flatMap((one) =>
    one.isDirectory() ? filesIn(join(folder, one.name)) : [join(folder, one.name)],
  )
