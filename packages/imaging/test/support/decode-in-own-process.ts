import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import sharp from 'sharp'

const SCRIPT = fileURLToPath(new URL('decoding-process.ts', import.meta.url))

/** What became of a file: its size and that of its pixels, or why it was refused. */
export type Outcome = { size: string; decoded: string } | { code: string; message: string }

export interface DecodingOrder {
  readonly before: readonly string[]
  readonly files: readonly string[]
}

export interface DecodingReport {
  readonly outcomes: readonly Outcome[]
  /** By how much they raised the peak of the process. */
  readonly megabytes: number
}

/**
 * Inspects and decodes files one after the other in a process of their own, so that nothing else counts as their memory.
 *
 * @param before What it decodes before the memory is measured; by default a small photo, which loads the decoder.
 */
export async function decodeInOwnProcess(
  files: readonly Uint8Array[],
  before?: readonly Uint8Array[],
): Promise<DecodingReport> {
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
    const order: DecodingOrder = {
      before: (before ?? [await sharp(small).jpeg().toBuffer()]).map(pathOf),
      files: files.map(pathOf),
    }
    const execArgv = ['--import', 'tsx', '--conditions=platelight-source']
    const child = fork(SCRIPT, [JSON.stringify(order)], { execArgv })
    const ended = once(child, 'exit').then(([code, signal]) => {
      throw new Error(`the process ended with ${code ?? signal}`)
    })
    const [report] = await Promise.race([once(child, 'message'), ended])
    return report as DecodingReport
  } finally {
    rmSync(folder, { recursive: true })
  }
}
