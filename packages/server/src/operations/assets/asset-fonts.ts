import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, join } from 'node:path'
import { type FontBook, type FontFiles, openFontBook } from '@platelight/typesetting/fonts/font-book.ts'
import { serverFolder } from '../../base/server-folder.ts'

const google = (name: string, weight: string, file: string) =>
  `@expo-google-fonts/${name}/${weight}/${file}_${weight}.ttf`

/** The font of each family, as its package has it. tsup.config.ts copies the same files into the build. */
const FILES: FontFiles = {
  'Set Display Bold': google('oswald', '700Bold', 'Oswald'),
  'Set Display Elegant': google('eb-garamond', '700Bold', 'EBGaramond'),
  'Set Display Rustic': google('bitter', '700Bold', 'Bitter'),
  'Set Display Playful': google('baloo-2', '700Bold', 'Baloo2'),
  'Set Display Minimal': google('montserrat', '600SemiBold', 'Montserrat'),
  'Set Sans': google('noto-sans', '400Regular', 'NotoSans'),
  'Set Sans Strong': google('noto-sans', '600SemiBold', 'NotoSans'),
  'Set Arabic': google('noto-sans-arabic', '400Regular', 'NotoSansArabic'),
  'Set Arabic Strong': google('noto-sans-arabic', '600SemiBold', 'NotoSansArabic'),
  'Set Hebrew': google('noto-sans-hebrew', '400Regular', 'NotoSansHebrew'),
  'Set Hebrew Strong': google('noto-sans-hebrew', '600SemiBold', 'NotoSansHebrew'),
  'Set Devanagari': google('noto-sans-devanagari', '400Regular', 'NotoSansDevanagari'),
  'Set Devanagari Strong': google('noto-sans-devanagari', '600SemiBold', 'NotoSansDevanagari'),
  'Set Thai': google('noto-sans-thai', '400Regular', 'NotoSansThai'),
  'Set Thai Strong': google('noto-sans-thai', '600SemiBold', 'NotoSansThai'),
  'Set Japanese': google('noto-sans-jp', '500Medium', 'NotoSansJP'),
  'Set Chinese': google('noto-sans-sc', '500Medium', 'NotoSansSC'),
  'Set Korean': google('noto-sans-kr', '500Medium', 'NotoSansKR'),
  'Set Emoji': '@fontsource/noto-color-emoji/files/noto-color-emoji-emoji-400-normal.woff2',
}

let book: FontBook | undefined

/** The fonts of assets. They come with the server, so every machine sets the same. */
export function assetFonts(): FontBook {
  const found = Object.entries(FILES).map(([family, path]) => {
    const built = join(serverFolder(), 'dist', 'fonts', basename(path))
    return [family, existsSync(built) ? built : createRequire(import.meta.url).resolve(path)]
  })
  book ??= openFontBook(Object.fromEntries(found))
  return book
}
