import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import sharp from 'sharp'
import { decodeImage } from '../../src/codec/decode/decode-image.ts'
import { inspectImage } from '../../src/codec/file/inspect-image.ts'

/** What became of a file: its size and that of its pixels, or why it was refused. */
type Outcome = { size: string; decoded: string } | { code: string; message: string }

/** Paths of files. */
interface Order {
  readonly before: readonly string[]
  readonly files: readonly string[]
}

interface Report {
  readonly outcomes: readonly Outcome[]
  /** By how much `files` raised the peak of the process. */
  readonly megabytes: number
}

/** This file is also the program of the process. */
const PROGRAM = fileURLToPath(import.meta.url)

/**
 * Inspects and decodes files one after the other in a process of their own, so that nothing else counts as their memory.
 *
 * @param before What it decodes before the memory is measured; by default a small photo, which loads the decoder.
 */
export async function decodeInOwnProcess(
  files: readonly Uint8Array[],
  before?: readonly Uint8Array[],
): Promise<Report> {
  const folder = mkdtempSync(join(tmpdir(), 'platelight-decoding-'))
  try {
    const written = new Map<Uint8Array, string>()
    const pathOf = (file: Uint8Array) => {
      const path = written.get(file) ?? join(folder, String(written.size))
      if (!written.has(file)) writeFileSync(path, file)
      written.set(file, path)
      return path
    }
    const small = { create: { width: 64, height: 48, channels: 3, background: '#777' } } as const
    const order: Order = {
      before: (before ?? [await sharp(small).jpeg().toBuffer()]).map(pathOf),
      files: files.map(pathOf),
    }
    const execArgv = ['--import', 'tsx', '--conditions=platelight-source']
    const child = fork(PROGRAM, [JSON.stringify(order)], { execArgv })
    const ended = once(child, 'exit').then(([code, signal]) => {
      throw new Error(`the process ended with ${code ?? signal}`)
    })
    const [report] = await Promise.race([once(child, 'message'), ended])
    return report as Report
  } finally {
    rmSync(folder, { recursive: true })
  }
}

async function report({ before, files }: Order): Promise<Report> {
  for (const path of before) await outcomeOf(path)
  const peak = peakMegabytes()
  const outcomes: Outcome[] = []
  for (const path of files) outcomes.push(await outcomeOf(path))
  return { outcomes, megabytes: peakMegabytes() - peak }
}

async function outcomeOf(path: string): Promise<Outcome> {
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

/** On Linux, `resourceUsage` may begin with the peak of the parent. */
function peakMegabytes(): number {
  if (process.platform !== 'linux') return process.resourceUsage().maxRSS / 1_000
  return Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync('/proc/self/status', 'utf8'))?.[1]) / 1_000
}

if (process.argv[1] === PROGRAM) process.send?.(await report(JSON.parse(process.argv[2] ?? '')))
