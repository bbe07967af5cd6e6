// Inspects and decodes the files of a list, and sends what became of each and by how much all of them raised the peak of memory.

import { readFileSync } from 'node:fs'
import { decodeImage } from '../../src/codec/decode/decode-image.ts'
import { inspectImage } from '../../src/codec/file/inspect-image.ts'
import type { DecodingOrder, DecodingReport, Outcome } from './decode-in-own-process.ts'

const outcome = async (path: string): Promise<Outcome> => {
  try {
    const file = readFileSync(path)
    const { width, height } = await inspectImage(file)
    const pixels = await decodeImage(file)
    return { size: `${width}x${height}`, decoded: `${pixels.width}x${pixels.height}` }
  } catch (error) {
    const { code, message } = error as { code: string; message: string }
    return { code, message }
  }
}

/** Linux counts the peak of the parent among that of `resourceUsage`. */
const peakMegabytes = () => {
  if (process.platform !== 'linux') return process.resourceUsage().maxRSS / 1_000
  return Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync('/proc/self/status', 'utf8'))?.[1]) / 1_000
}

const { before, files } = JSON.parse(process.argv[2] ?? '') as DecodingOrder
for (const path of before) await outcome(path)
const peakBefore = peakMegabytes()
const outcomes: Outcome[] = []
for (const path of files) outcomes.push(await outcome(path))
process.send?.({ outcomes, megabytes: peakMegabytes() - peakBefore } satisfies DecodingReport)
