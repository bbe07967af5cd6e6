import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Pixels } from '../../../src/raster/pixels.ts'
import { onlyIf } from './only-if.ts'

/** A program is known by what it answers, because another one can have its name. */
interface OutsideProgram {
  /** The names that it has in different versions. */
  readonly commands: readonly string[]
  readonly ask: readonly string[]
  /** Its first two groups are the version. */
  readonly answer: RegExp
  /** The oldest version with which the tests pass. */
  readonly since: readonly [major: number, minor: number]
  /** The package that brings it, of Debian unless it says another. */
  readonly from: string
}

const known = (
  [ask, ...more]: readonly string[],
  answer: RegExp,
  since: readonly [number, number],
  from: string,
  ...commands: string[]
): OutsideProgram => ({ commands, ask: [ask ?? '', ...more], answer, since, from })

/** A server of OpenStack Swift, which does not say its version. */
const swift = (part: string): OutsideProgram =>
  known(['--help'], new RegExp(`swift-${part}-server CONFIG()()`), [0, 0], `swift-${part}`, `swift-${part}-server`)

/** Programs that share no code with ours: they create samples, judge results, and are what we work together with. */
const PROGRAMS = {
  ImageMagick: known(['-version'], /^Version: ImageMagick (\d+)\.(\d+)/, [6, 9], 'imagemagick', 'convert', 'magick'),
  identify: known(['-version'], /^Version: ImageMagick (\d+)\.(\d+)/, [6, 9], 'imagemagick', 'identify'),
  'heif-enc': known(['--help'], /heif-enc\s+libheif version: (\d+)\.(\d+)/, [1, 10], 'libheif-examples', 'heif-enc'),
  avifenc: known(['--version'], /^Version: (\d+)\.(\d+)\S* \(.*\benc\b/, [0, 8], 'libavif-bin', 'avifenc'),
  exiftool: known(['-ver', '-v'], /ExifTool version (\d+)\.(\d+)/, [12, 0], 'libimage-exiftool-perl', 'exiftool'),
  pdftotext: known(['-v'], /^pdftotext version (\d+)\.(\d+)/, [20, 9], 'poppler-utils', 'pdftotext'),
  tesseract: known(['--version'], /^tesseract v?(\d+)\.(\d+)/, [4, 0], 'tesseract-ocr', 'tesseract'),
  ffmpeg: known(['-version'], /^ffmpeg version \D*(\d+)\.(\d+)/, [4, 1], 'ffmpeg', 'ffmpeg'),
  ffprobe: known(['-version'], /^ffprobe version \D*(\d+)\.(\d+)/, [4, 1], 'ffmpeg', 'ffprobe'),
  curl: known(['--version'], /^curl (\d+)\.(\d+)/, [7, 0], 'curl', 'curl'),
  openssl: known(['version'], /^(?:OpenSSL|LibreSSL) (\d+)\.(\d+)/, [1, 0], 'openssl', 'openssl'),
  python3: known(['--version'], /^Python (\d+)\.(\d+)/, [3, 6], 'python3', 'python3'),
  bash: known(['--version'], /^GNU bash, version (\d+)\.(\d+)/, [4, 0], 'bash', 'bash'),
  fish: known(['--version'], /^fish, version (\d+)\.(\d+)/, [3, 0], 'fish', 'fish'),
  zsh: known(['--version'], /^zsh (\d+)\.(\d+)/, [5, 0], 'zsh', 'zsh'),
  memcached: known(['-V'], /^memcached (\d+)\.(\d+)/, [1, 0], 'memcached', 'memcached'),
  'swift-proxy': swift('proxy'),
  'swift-account': swift('account'),
  'swift-container': swift('container'),
  'swift-object': swift('object'),
  deno: known(['--version'], /^deno (\d+)\.(\d+)/, [2, 0], 'npm package deno', 'deno'),
  bun: known(['--revision'], /^(\d+)\.(\d+)\.\d+\S*\+[0-9a-f]{6}/, [1, 0], 'npm package bun', 'bun'),
  chromium: known(['--version'], /^Chrom\w+ (\d+)\.(\d+)/, [120, 0], 'chromium', 'chromium'),
  promtool: known(['--version'], /^promtool, version (\d+)\.(\d+)/, [2, 30], 'prometheus', 'promtool'),
  pgbouncer: known(['--version'], /^PgBouncer (\d+)\.(\d+)/i, [1, 10], 'pgbouncer', 'pgbouncer'),
  nginx: known(['-v'], /^nginx version: nginx\/(\d+)\.(\d+)/, [1, 18], 'nginx-light', 'nginx'),
  caddy: known(['version'], /^v?(\d+)\.(\d+)/, [2, 6], 'caddy', 'caddy'),
  'systemd-analyze': known(['--version'], /^systemd (\d+)()/, [247, 0], 'systemd', 'systemd-analyze'),
} as const
export type Program = keyof typeof PROGRAMS

/** Debian keeps programs of servers there, which not every user has on the PATH. */
export const PROGRAM_ENV = { ...process.env, PATH: `${process.env.PATH}:/usr/sbin:/sbin` }
/** Ceilings for what hangs. A program that does not answer is none that tests could use. */
const LONGEST_ANSWER_MS = 60_000
const LONGEST_WORK_MS = 600_000
/** The gate installs every program first. A test then fails where it would be skipped elsewhere. */
const MUST_BE_HERE = process.env.TEST_PROGRAMS === 'required'

const found = new Map<Program, { command: string } | { lacks: string }>()

/** The command of a program on this machine, or what is wrong with what is here. Each program is asked once. */
function find(program: Program): { command: string } | { lacks: string } {
  const before = found.get(program)
  if (before) return before
  const { commands, ask, answer, since, from } = PROGRAMS[program]
  let result: { command: string } | { lacks: string } = { lacks: `no ${program} (${from})` }
  for (const command of commands) {
    const { stdout, stderr } = spawnSync(command, ask, {
      encoding: 'utf8',
      env: PROGRAM_ENV,
      timeout: LONGEST_ANSWER_MS,
    })
    const [, major, minor] = answer.exec(`${stdout ?? ''}${stderr ?? ''}`) ?? []
    if (major === undefined) continue
    if (Number(major) > since[0] || (Number(major) === since[0] && Number(minor) >= since[1])) {
      result = { command }
      break
    }
    result = { lacks: `${program} is ${major}.${minor}, older than ${since.join('.')} (${from})` }
  }
  found.set(program, result)
  return result
}

/** What is missing of programs, as one reason; undefined if nothing is, and in the gate, where using them fails. */
export function missing(...programs: Program[]): string | undefined {
  if (MUST_BE_HERE) return undefined
  const reasons = programs.map(find).flatMap((one) => ('lacks' in one ? [one.lacks] : []))
  return reasons.length === 0 ? undefined : [...new Set(reasons)].join(', ')
}

/**
 * The options of tests that run programs of others. They are skipped where one is missing, except in the gate.
 *
 * @example test('exiftool reads the credits', needs('exiftool'), () => { runProgram('exiftool', …) })
 */
export function needs(...programs: Program[]) {
  const reason = missing(...programs)
  const { skip, meta } = onlyIf(reason === undefined, reason ?? '')
  return { skip, meta: { ...meta, programs } }
}

/** How to start a program: `spawn(...programCall('pgbouncer', ['-q']), { env: PROGRAM_ENV })`. @throws Error when it is missing */
export function programCall(program: Program, args: readonly string[]): [command: string, args: string[]] {
  const one = find(program)
  if ('lacks' in one) throw new Error(one.lacks)
  return [one.command, [...args]]
}

const MOST_OUTPUT = 400_000_000

/**
 * Runs a program in a folder of its own with `files`, and returns the named file, or its output.
 *
 * @throws Error when it is missing or fails
 */
export const runProgram = (
  program: Program,
  args: readonly string[],
  options: { files?: Readonly<Record<string, Uint8Array>>; result?: string; input?: Uint8Array | string } = {},
): Buffer => {
  const folder = mkdtempSync(join(tmpdir(), 'platelight-sample-'))
  try {
    for (const [name, bytes] of Object.entries(options.files ?? {})) writeFileSync(join(folder, name), bytes)
    const printed = execFileSync(...programCall(program, args), {
      cwd: folder,
      env: PROGRAM_ENV,
      maxBuffer: MOST_OUTPUT,
      timeout: LONGEST_WORK_MS,
      input: options.input ?? '',
      stdio: ['pipe', 'pipe', 'pipe'],
    })
    return options.result ? readFileSync(join(folder, options.result)) : printed
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** The pixels that ImageMagick reads from a file, without rotating it or converting its colours. */
export const decodeByImageMagick = (file: Uint8Array): Pixels => {
  const files = { picture: file }
  const [width, height] = runProgram('ImageMagick', ['picture[0]', '-format', '%w %h', 'info:'], { files })
    .toString()
    .split(' ')
    .map(Number)
  const data = runProgram('ImageMagick', ['picture[0]', '-alpha', 'off', '-depth', '8', 'rgb:-'], { files })
  return { data: Uint8Array.from(data), width: width!, height: height!, channels: 3 }
}
