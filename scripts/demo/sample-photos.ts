// The photos of the demo: good photographs from website themes among the dev dependencies, degraded like phone photos in
// a dim or overcast room. So the demo shows a correction and needs no photos of its own.

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { decodeLight, encodeLight } from '@platelight/imaging/colour/linear-light.ts'
import sharp from 'sharp'

/** The effect of bad light on a photo, in linear light. */
interface Fault {
  /** Package and file of the photograph. */
  readonly theme: string
  readonly file: string
  /** Factors of red, green and blue: below 1 is darker, unequal is a colour cast. */
  readonly gains: readonly [number, number, number]
  /** Stray light from 0 to 1, as through a greasy lens. */
  readonly haze: number
}

const CROISSANT = { theme: 'startbootstrap-business-casual', file: 'dist/assets/img/products-02.jpg' }
const STRAWBERRIES = { theme: 'startbootstrap-stylish-portfolio', file: 'dist/assets/img/portfolio-3.jpg' }

/** The file name of each sample, and its faults. */
const SAMPLES: Readonly<Record<string, Fault>> = {
  'croissant-evening.jpg': { ...CROISSANT, gains: [0.36, 0.25, 0.13], haze: 0 },
  'croissant-flat.jpg': { ...CROISSANT, gains: [0.42, 0.42, 0.44], haze: 0.05 },
  'strawberries-shade.jpg': { ...STRAWBERRIES, gains: [0.3, 0.36, 0.5], haze: 0 },
}

/** The packages with the original photographs. */
export const THEMES: readonly string[] = [...new Set(Object.values(SAMPLES).map(({ theme }) => theme))]

/**
 * Writes the samples into a folder, the same bytes each time, so that a second demo finds its results there.
 *
 * @param modules the folder with the packages
 */
export async function writeSamplePhotos(folder: string, modules: string): Promise<void> {
  mkdirSync(folder, { recursive: true })
  for (const [name, { theme, file, gains, haze }] of Object.entries(SAMPLES)) {
    const { data, info } = await sharp(readFileSync(join(modules, theme, file)))
      .removeAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true })
    const curves = gains.map((gain) =>
      Uint8Array.from({ length: 256 }, (_, code) => {
        const light = haze + (1 - haze) * gain * decodeLight(code / 255)
        return Math.round(255 * encodeLight(Math.min(1, light)))
      }),
    )
    for (const [index, code] of data.entries()) data[index] = curves[index % 3]?.[code] ?? code
    const picture = sharp(data, { raw: { width: info.width, height: info.height, channels: 3 } })
    writeFileSync(join(folder, name), await picture.jpeg({ quality: 92 }).toBuffer())
  }
}
