import { execFile } from 'node:child_process'
import { createReadStream, createWriteStream } from 'node:fs'
import { rm, stat } from 'node:fs/promises'
import { basename, resolve } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'
import { type Command, Option } from 'commander'
import { parseUrl } from '../../base/text/parse-url.ts'
import { CUTOUT_FAMILIES } from '../../models/cutout-profiles.ts'
import type { AddedNetwork } from '../../models/files/added-networks.ts'
import type { TriedNetwork } from '../../models/report/try-network.ts'
import { readSettings, type SettingFlags, withSettings } from '../command-environment.ts'
import { EXIT } from '../server-exit-codes.ts'

interface Flags extends SettingFlags {
  readonly as?: string
  readonly license?: string
  readonly json?: boolean
}

/** An ONNX file is one message of Protocol Buffers, which has at most so many bytes. */
const MAX_BYTES = 2 ** 31
const MAX_LICENCE = 300
/** Of the largest networks on a slow machine. */
const TRY_MS = 600_000

const ADD_HELP = `
Examples:
  platelight-server models add BiRefNet-general-bb_swin_v1_tiny-epoch_232.onnx --license MIT
  platelight-server models add https://example.com/onnx/model.onnx --as rmbg-2.0 --license "CC BY-NC 4.0"

MODELS.md says which file is good for what. The address is asked now, and never again.`

const REMOVE_HELP = `
Examples:
  platelight-server models remove birefnet-general
  platelight-server models remove u2netp --data ./data`

const family = () => new Option('--as <family>', 'what it is, if its name does not say so').choices(CUTOUT_FAMILIES)

/** `models add` and `models remove`, and the hidden one that runs in a process of its own. */
export function addedNetworksCommands(models: Command): void {
  withSettings(models.command('add'))
    .argument('<source>', 'an ONNX file, or the http(s) address of one')
    .description('Check a network for cut-outs, run it once, and copy it into the data folder.')
    .addOption(family())
    .option('--license <text>', 'its licence, as you know it, which `models list` shows')
    .option('--json', 'print JSON')
    .addHelpText('after', ADD_HELP)
    .action(add)
  withSettings(models.command('remove'))
    .argument('<name>', 'name of an added network, which `models list` shows')
    .description('Remove an added network that no setting names.')
    .option('--json', 'print JSON')
    .addHelpText('after', REMOVE_HELP)
    .action(remove)
  withSettings(models.command('try', { hidden: true }))
    .argument('<file>')
    .argument('<name>')
    .addOption(family())
    .action(tryOne)
}

async function add(source: string, flags: Flags): Promise<void> {
  const { settings, outboundProxy } = await opened(flags)
  const { keepAdded, listAdded, unfinishedPath } = await import('../../models/files/added-networks.ts')
  const { isRuntimeInstalled, engineOf } = await import('../../models/files/inspect-models.ts')
  const { checksum } = await import('../../models/files/file-checksum.ts')
  const { installCommand } = await import('../../models/files/locate-packages.ts')
  const { RUNTIME } = await import('../../models/model-catalogue.ts')
  const licence = flags.license?.replace(/\p{Cc}+/gu, ' ').trim() || null
  if (licence !== null && licence.length > MAX_LICENCE)
    return refuse(`--license has ${licence.length} characters; at most ${MAX_LICENCE} are kept.`)
  if (!isRuntimeInstalled(settings))
    return refuse(`${RUNTIME.name} is not installed: ${installCommand([`${RUNTIME.name}@${RUNTIME.version}`])}`)
  const address = /^https?:\/\//i.test(source) ? parseUrl(source) : undefined
  // Without what may be secret.
  const origin = address ? `${address.origin}${address.pathname}` : resolve(source)
  const fileName = basename(address ? decodedPath(address) : origin)

  const unfinished = await unfinishedPath(settings.addedFolder)
  const ended = new AbortController()
  const end = () => ended.abort()
  for (const signal of SIGNALS) process.once(signal, end)
  try {
    if (address) await download(address, unfinished, { proxy: outboundProxy, signal: ended.signal })
    else await copy(origin, unfinished, ended.signal)
    const { sha256, bytes } = await checksum([unfinished])
    const all = await listAdded(settings.addedFolder)
    const before = all.find((network) => network.sha256 === sha256)
    if (before) return print(flags, { ...before, added: false }, `This file was added before, as ${before.name}.`)
    const tried = await tryInProcess(unfinished, fileName, flags, ended.signal)
    if ('problem' in tried) return refuse(`${source} was not added: ${tried.problem}.`)
    const network: AddedNetwork = {
      name: nameOf(engineOf(fileName), tried.family),
      family: tried.family,
      sha256,
      bytes,
      licence,
      origin,
      added_at: new Date().toISOString(),
    }
    const kept = await keepAdded(settings.addedFolder, network, unfinished)
    if (kept.sha256 !== sha256)
      return refuse(
        `${source} was not added: another file was added as ${kept.name}. Rename this one, or remove that one first.`,
      )
    print(flags, { ...kept, ...tried, added: true }, addedLines(kept, tried))
  } catch (error) {
    if (ended.signal.aborted) process.exitCode = EXIT.interrupted
    else refuse(`${source} was not added: ${(error as Error).message}.`)
  } finally {
    for (const signal of SIGNALS) process.removeListener(signal, end)
    await rm(unfinished, { force: true })
  }
}

async function remove(name: string, flags: Flags): Promise<void> {
  const { settings } = await opened(flags)
  const { addedPath, listAdded, readAdded, removeAdded } = await import('../../models/files/added-networks.ts')
  const network = await readAdded(settings.addedFolder, name)
  if (!network) {
    const names = (await listAdded(settings.addedFolder)).map((one) => one.name)
    return refuse(`No network "${name}" was added here${names.length > 0 ? `, only ${names.join(', ')}` : ''}.`)
  }
  const path = addedPath(settings.addedFolder, network)
  if (settings.own.cutout === name || settings.own.cutout?.endsWith(path))
    return refuse(
      `${name} is in use: PLATELIGHT_CUTOUT_MODEL names it. Unset that, restart the server, and repeat this.`,
    )
  await removeAdded(settings.addedFolder, network)
  print(flags, { ...network, removed: true }, `Removed ${name}.`)
}

async function tryOne(file: string, name: string, flags: Flags): Promise<void> {
  const { settings } = await opened(flags)
  const { tryNetwork } = await import('../../models/report/try-network.ts')
  process.stdout.write(`${JSON.stringify(await tryNetwork(settings, file, name, flags.as))}\n`)
}

const SIGNALS = ['SIGINT', 'SIGTERM'] as const

async function opened(flags: Flags) {
  const { modelSettings } = await import('../../models/model-settings.ts')
  const config = readSettings(flags)
  return { settings: modelSettings(config), outboundProxy: config.outboundProxy }
}

function refuse(sentence: string): void {
  process.stderr.write(`${sentence.replace(/\.\.$/, '.')}\n`)
  process.exitCode = EXIT.failed
}

const print = ({ json }: Flags, value: object, text: string): void =>
  void process.stdout.write(`${json ? JSON.stringify(value) : text}\n`)

function decodedPath({ pathname }: URL): string {
  try {
    return decodeURIComponent(pathname)
  } catch {
    return pathname
  }
}

/** Repositories of models call every file model.onnx; `none` and names that are no names of settings mean something else. */
function nameOf(engine: string, chosen: string): string {
  const rest = engine.replace(/^model(?=$|[_.-])/, '').replace(/^[^a-z0-9]+/, '')
  return (rest === engine && engine !== 'none' ? engine : [chosen, rest].filter(Boolean).join('-')).slice(0, 64)
}

async function download(
  address: URL,
  path: string,
  options: { readonly proxy: URL | undefined; readonly signal: AbortSignal },
): Promise<void> {
  const { downloadFile } = await import('../../net/download-file.ts')
  await downloadFile(address.href, path, { ...options, maxBytes: MAX_BYTES })
}

async function copy(from: string, to: string, signal: AbortSignal): Promise<void> {
  const { size, isFile } = await stat(from).then((found) => ({ size: found.size, isFile: found.isFile() }))
  if (!isFile) throw new Error('it is no file')
  if (size > MAX_BYTES) throw new Error('it is larger than 2 GB, which no ONNX file is')
  await pipeline(createReadStream(from), createWriteStream(to, { flags: 'wx', mode: 0o600 }), { signal })
}

/** A file that makes the runtime crash, or takes all memory, ends that process and not this one. */
async function tryInProcess(path: string, name: string, flags: Flags, signal: AbortSignal): Promise<TriedNetwork> {
  const [, program = ''] = process.argv
  const as = flags.as === undefined ? [] : ['--as', flags.as]
  const args = [...process.execArgv, program, 'models', 'try', path, name, ...as, '--no-env-file']
  try {
    const { stdout } = await promisify(execFile)(process.execPath, args, { signal, timeout: TRY_MS })
    return JSON.parse(stdout) as TriedNetwork
  } catch (error) {
    if (signal.aborted) throw error
    const { code, signal: by, killed } = error as { code?: number; signal?: string; killed?: boolean }
    if (killed) return { problem: `it did not run within ${TRY_MS / 60_000} minutes` }
    if (by === 'SIGKILL') return { problem: 'the system ended it while it ran, probably because memory ran out' }
    return { problem: `${by ?? `exit code ${code}`} ended the process in which it was tried` }
  }
}

function addedLines(
  { name, family: chosen, bytes, sha256, licence }: AddedNetwork,
  { side, seconds, memory_mb }: Exclude<TriedNetwork, { problem: string }>,
): string {
  return [
    `Added ${name}: ${chosen}, ${(bytes / 1e6).toFixed(1)} MB, SHA-256 ${sha256}`,
    `It takes squares of ${side} pixels. Loading it and one run took ${seconds.toFixed(1)} s of processor time and ${memory_mb} MB.`,
    `Licence: ${licence ?? 'not told. MODELS.md says what is known; --license keeps it'}`,
    `To use it, set PLATELIGHT_CUTOUT_MODEL=${name} and restart the server.`,
  ].join('\n')
}
