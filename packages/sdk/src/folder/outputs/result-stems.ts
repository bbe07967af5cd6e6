import { basename, dirname, extname, join } from 'node:path'
import { sha256 } from '../content-hash.ts'

/** What a result's name is derived from: the photo's path, its address, or its given name. */
export type NamedSource =
  | { readonly kind: 'file'; readonly path: string }
  | { readonly kind: 'url'; readonly name: string; readonly url: string }
  | { readonly kind: 'bytes'; readonly name: string }

/** A source with the folder for its results. */
export interface Placed {
  readonly source: NamedSource
  readonly folder: string
}

/** File systems allow names of up to 255 bytes. This leaves room for a format or an operation, an extension and a number. */
const LONGEST_STEM_BYTES = 200

/**
 * Names for the results, without an extension. If the results of several photos would share a name, all of them get a longer
 * one, independent of their order. So a name always stands for the same photo: a, else a-jpg, else menu-a, else a-3f9c21b0.
 *
 * @example
 * uniqueStems([{ source: { kind: 'file', path: '/menu/a.jpg' }, folder: '/web' }]) // ['a']
 */
export function uniqueStems(placed: readonly Placed[]): string[] {
  const choices = placed.map(({ source }) => stemChoices(source))
  const levels = placed.map(() => 0)
  // The last choice contains a hash and is unique, so a photo keeps it once it has reached it.
  const nameAt = (index: number) => choices[index]?.[levels[index] ?? 0] ?? choices[index]?.at(-1) ?? ''
  for (;;) {
    const groups = new Map<string, number[]>()
    placed.forEach(({ folder }, index) => {
      const key = sameName(join(folder, nameAt(index)))
      const group = groups.get(key)
      if (group) group.push(index)
      else groups.set(key, [index])
    })
    const crowded = [...groups.values()].filter((group) => group.length > 1).flat()
    if (crowded.length === 0) return placed.map((_, index) => nameAt(index))
    for (const index of crowded) levels[index] = (levels[index] ?? 0) + 1
  }
}

function stemChoices(source: NamedSource): string[] {
  const stem = stemOf(source)
  const identity = source.kind === 'file' ? source.path : source.name
  const last = `${fitting(stem)}-${sha256(identity).slice(0, 12)}`
  if (source.kind !== 'file') return [stem, last].filter(fits)
  const whole = [stem, extname(source.path).slice(1)].filter(Boolean).join('-')
  const parent = basename(dirname(source.path))
  return [stem, whole, `${parent}-${stem}`, `${parent}-${whole}`, last].filter(fits)
}

const fits = (stem: string): boolean => Buffer.byteLength(stem) <= LONGEST_STEM_BYTES

function fitting(stem: string): string {
  let rest = stem
  while (Buffer.byteLength(rest) > LONGEST_STEM_BYTES - 13) rest = [...rest].slice(0, -1).join('')
  return rest
}

/** Maps names to one form if a file system may treat them as equal. Some ignore case and Unicode composition. */
export const sameName = (path: string): string => path.normalize('NFC').toLowerCase()

/** The name of a source without its extension, as a stem for result names. */
function stemOf(source: NamedSource): string {
  if (source.kind === 'file') return withoutExtension(basename(source.path))
  const name = source.kind === 'url' ? nameInUrl(new URL(source.url)) : source.name
  // Removes slashes and leading dots, so that the file name cannot leave its folder.
  const safe = name.replace(/[^\p{L}\p{N}._ -]+/gu, '-').replace(/^\.+/, '')
  return withoutExtension(/[\p{L}\p{N}]/u.test(safe) ? safe : 'photo')
}

const withoutExtension = (name: string): string => name.replace(/(?<=.)\.[^.]*$/s, '')

function nameInUrl(url: URL): string {
  const last = url.pathname.split('/').filter(Boolean).at(-1) ?? url.hostname
  try {
    return decodeURIComponent(last)
  } catch {
    return last
  }
}
