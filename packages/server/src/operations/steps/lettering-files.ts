import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { Fonts } from '@platelight/drawing/lettering/lettering-fonts.ts'
import { serverFolder } from '../../base/server-folder.ts'

/** The font files: one for Latin, Greek and Cyrillic letters, one for Arabic ones. */
const FILES = {
  'Platelight Sans': ['noto-sans', 'NotoSans_600SemiBold.ttf'],
  'Platelight Sans Arabic': ['noto-sans-arabic', 'NotoSansArabic_600SemiBold.ttf'],
} as const

let found: Fonts | undefined

/** The fonts of text on pictures, Noto Sans in semi-bold. They come with the server, so every machine writes the same. */
export function letteringFonts(): Fonts {
  found ??= Object.fromEntries(
    Object.entries(FILES).map(([family, [name, file]]) => {
      // Copied there by tsup.config.ts. Before the build, the files of the packages serve.
      const built = join(serverFolder(), 'dist', 'fonts', file)
      const packaged = () => createRequire(import.meta.url).resolve(`@expo-google-fonts/${name}/600SemiBold/${file}`)
      return [family, existsSync(built) ? built : packaged()]
    }),
  )
  return found
}
