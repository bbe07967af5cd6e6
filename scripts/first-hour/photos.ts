import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'

/** Lays out what a newcomer has: a photo, and a folder of photos with one file in it that is none. */
export async function laidOut(folder: string): Promise<void> {
  mkdirSync(join(folder, 'menu', 'mains'), { recursive: true })
  writeFileSync(join(folder, 'ramen.jpg'), await plateOf('#b5651d'))
  writeFileSync(join(folder, 'menu', 'soup.jpg'), await plateOf('#c0392b'))
  writeFileSync(join(folder, 'menu', 'mains', 'pasta.jpg'), await plateOf('#d9a441'))
  writeFileSync(join(folder, 'menu', 'prices.jpg'), 'Soup 6, pasta 12\n')
}

/** A dish of one colour on a white plate on a table. */
const plateOf = (dish: string): Promise<Buffer> => {
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="900">
    <rect width="1200" height="900" fill="#6b5544"/>
    <circle cx="600" cy="450" r="360" fill="#f4f1ea"/>
    <circle cx="600" cy="450" r="240" fill="${dish}"/>
  </svg>`
  return sharp(Buffer.from(drawing)).jpeg({ quality: 90 }).toBuffer()
}
