import { copyFileSync, readdirSync, readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import { inspectImage } from '@platelight/imaging/codec/file/inspect-image.ts'
import { photosIn } from '../../bench-pictures.ts'

/** A photo with a shorter short side has too little to judge. */
const LEAST_SIDE = 320

/** The photos for the rows. */
export interface Chosen {
  /** Copies with names that identify the photo and differ from all other words. */
  readonly photos: readonly string[]
  /** The content of the folder, without file names. */
  readonly about: string
  /** Files that were left out, each with the reason. */
  readonly leftOut: readonly string[]
}

/** `003~pizza.jpg`: a mark, so that a published page can say "photo 3" wherever a note names it. */
const MARK = /(\d{3})~[\w.-]+/g

/** A text for the person who ran the benchmark: with file names. */
export const withNames = (text: string): string => text.replace(/\d{3}~/g, '')

/** A text for everybody: photos by number. */
export const withNumbers = (text: string): string => text.replace(MARK, (_, number) => `photo ${Number(number)}`)

/** A number of elements of a list, spread evenly over it. */
export const spread = <T>(all: readonly T[], count: number): T[] =>
  all.length <= count
    ? [...all]
    : Array.from({ length: count }, (_, i) => all[Math.floor((i * all.length) / count)] as T)

/**
 * Chooses photos of a folder and copies them to a folder where rows find nothing else.
 *
 * @param most the largest number of photos; from more, some are chosen evenly
 * @throws Error when the folder cannot be read or has no photo
 */
export async function choosePhotos(folder: string, into: string, most: number): Promise<Chosen> {
  const leftOut: string[] = []
  const good: { path: string; megapixels: number }[] = []
  const files = await photosIn(folder)
  for (const path of files) {
    const name = path.slice(folder.length + 1)
    try {
      const { width, height } = await inspectImage(readFileSync(path))
      if (Math.min(width, height) < LEAST_SIDE)
        leftOut.push(`${name}: ${width} x ${height} pixels are too few to judge`)
      else good.push({ path, megapixels: (width * height) / 1e6 })
    } catch (error) {
      leftOut.push(`${name}: ${(error as Error).message}`)
    }
  }
  if (good.length === 0) throw new Error(nothingIn(folder, files.length, leftOut))
  const chosen = spread(good, most)
  const photos = chosen.map(({ path }, i) => {
    const name = path.slice(folder.length + 1, path.length - extname(path).length)
    const mark = `${String(i + 1).padStart(3, '0')}~`
    const copy = join(into, mark + name.replace(/[^\w-]+/g, '-') + extname(path).toLowerCase())
    copyFileSync(path, copy)
    return copy
  })
  const sizes = chosen.map(({ megapixels }) => megapixels).sort((a, b) => a - b)
  const [least = 0, last = 0] = [sizes[0], sizes.at(-1)]
  const about = `${photos.length} food photos of ${least.toFixed(1)} to ${last.toFixed(1)} megapixels${
    good.length > photos.length ? `, of a folder of ${good.length}` : ''
  }`
  return { photos, about, leftOut }
}

const nothingIn = (folder: string, files: number, leftOut: readonly string[]): string =>
  files > 0
    ? `Nothing in ${folder} can be measured:\n  ${leftOut.join('\n  ')}`
    : `There is no JPEG, PNG or WebP file in ${folder}${readdirSync(folder).length > 0 ? '; folders in it are not looked into' : ''}. Name a folder of good food photos.`
