import { GlobalFonts } from '@napi-rs/canvas'

/** Font files by the names that they get as families, the first choice first. */
export type Fonts = Readonly<Record<string, string>>

/** Loads fonts that this process has not loaded yet. Fonts of the machine are never used for letters that these have. */
export function loadFonts(fonts: Fonts): void {
  for (const [family, file] of Object.entries(fonts)) {
    if (!GlobalFonts.has(family) && !GlobalFonts.registerFromPath(file, family)) {
      throw new Error(`the font ${file} cannot be loaded`)
    }
  }
}

/** The fonts at a size in pixels, as a canvas expects them. */
export const fontOf = (fonts: Fonts, size: number): string =>
  `600 ${size}px ${Object.keys(fonts)
    .map((family) => `"${family}"`)
    .join(', ')}`
