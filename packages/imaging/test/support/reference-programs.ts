import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Pixels } from '../../src/raster/pixels.ts'

/** Programs that share no code with the server's decoders. They create samples and check results. */
const PACKAGES = {
  'heif-enc': 'libheif-examples',
  avifenc: 'libavif-bin',
  convert: 'imagemagick',
  exiftool: 'libimage-exiftool-perl',
} as const
export type Program = keyof typeof PACKAGES

const known = new Map<Program, boolean>()

/** Whether a program is missing here. Prints once what is not tested because of it. */
export const isMissing = (...programs: Program[]): boolean => programs.filter((program) => !isHere(program)).length > 0

const isHere = (program: Program): boolean => {
  const before = known.get(program)
  if (before !== undefined) return before
  let here = true
  try {
    execFileSync('sh', ['-c', `command -v ${program}`], { stdio: 'ignore' })
  } catch {
    here = false
    console.warn(`skipped: tests that need ${program} (Debian: ${PACKAGES[program]})`)
  }
  known.set(program, here)
  return here
}

const MOST_OUTPUT = 400_000_000

/** Runs a program in its own folder with `files`, and returns the named file, or its output. */
export const runProgram = (
  program: Program,
  args: readonly string[],
  options: { files?: Readonly<Record<string, Uint8Array>>; result?: string } = {},
): Buffer => {
  const folder = mkdtempSync(join(tmpdir(), 'platelight-sample-'))
  try {
    for (const [name, bytes] of Object.entries(options.files ?? {})) writeFileSync(join(folder, name), bytes)
    const printed = execFileSync(program, args, {
      cwd: folder,
      maxBuffer: MOST_OUTPUT,
      timeout: 600_000,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    return options.result ? readFileSync(join(folder, options.result)) : printed
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** The pixels that ImageMagick reads from a file, without rotating it or converting its colours. */
export const decodeByImageMagick = (file: Uint8Array): Pixels => {
  const files = { picture: file }
  const [width, height] = runProgram('convert', ['picture[0]', '-format', '%w %h', 'info:'], { files })
    .toString()
    .split(' ')
    .map(Number)
  const data = runProgram('convert', ['picture[0]', '-alpha', 'off', '-depth', '8', 'rgb:-'], { files })
  return { data: Uint8Array.from(data), width: width!, height: height!, channels: 3 }
}
