import sharp from 'sharp'

/** A drawing of a plate on a table. Every number gives a different one. */
export async function dish(number: number, format: 'jpeg' | 'png' | 'webp' = 'jpeg'): Promise<Buffer> {
  const hue = (number * 47) % 360
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="640" height="480">
    <rect width="640" height="480" fill="hsl(30 25% 35%)"/>
    <circle cx="320" cy="240" r="170" fill="hsl(40 20% 88%)"/>
    <circle cx="320" cy="240" r="110" fill="hsl(${hue} 70% 45%)"/>
    <circle cx="${280 + (number % 9) * 10}" cy="230" r="32" fill="hsl(${(hue + 90) % 360} 60% 40%)"/>
  </svg>`
  return whileSvgIsRead(() => sharp(Buffer.from(drawing)).toFormat(format, { quality: 90 }).toBuffer())
}

const SVG = { operation: ['VipsForeignLoadSvg'] }
let reading = 0

/** Another test file of this process may have loaded the server, which refuses to read SVG, and may test that it does. */
async function whileSvgIsRead<T>(work: () => Promise<T>): Promise<T> {
  reading += 1
  sharp.unblock(SVG)
  try {
    return await work()
  } finally {
    reading -= 1
    if (reading === 0) sharp.block(SVG)
  }
}

/** Several different dishes by name. */
export async function dishes(names: readonly string[]): Promise<Record<string, Buffer>> {
  const entries = names.map(async (name, index) => {
    const format = name.endsWith('.png') ? 'png' : name.endsWith('.webp') ? 'webp' : 'jpeg'
    return [name, await dish(index, format)] as const
  })
  return Object.fromEntries(await Promise.all(entries))
}
