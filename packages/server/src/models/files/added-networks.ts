import { randomUUID } from 'node:crypto'
import { access, link, mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DAY_MS } from '../../base/durations.ts'

/** A cut-out network that the operator added with `models add`. */
export interface AddedNetwork {
  /** What PLATELIGHT_CUTOUT_MODEL calls it, and results. */
  readonly name: string
  readonly family: string
  readonly sha256: string
  readonly bytes: number
  /** As told by the operator; null if nothing was told. */
  readonly licence: string | null
  /** The file or the address that it came from. */
  readonly origin: string
  readonly added_at: string
}

/** Where its file is. */
export const addedPath = (folder: string, { sha256 }: Pick<AddedNetwork, 'sha256'>): string =>
  join(folder, `${sha256}.onnx`)

const RECORD = '.json'

/** All added networks, by name. */
export async function listAdded(folder: string): Promise<AddedNetwork[]> {
  const files = await readdir(folder).catch(() => [])
  const names = files.filter((file) => file.endsWith(RECORD)).sort()
  const found = await Promise.all(names.map((file) => readAdded(folder, file.slice(0, -RECORD.length))))
  return found.filter((one) => one !== undefined)
}

/** @returns undefined if there is none of this name, or what is there is no record */
export async function readAdded(folder: string, name: string): Promise<AddedNetwork | undefined> {
  try {
    return JSON.parse(await readFile(join(folder, `${name}${RECORD}`), 'utf8')) as AddedNetwork
  } catch {
    return undefined
  }
}

/**
 * The path of a new file beside the added ones, for a network that is not checked yet. What commands that were killed left
 * there is removed after a day: unfinished files, and files without a record.
 */
export async function unfinishedPath(folder: string): Promise<string> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const recorded = new Set((await listAdded(folder)).map((network) => addedPath(folder, network)))
  for (const file of await readdir(folder)) {
    const path = join(folder, file)
    if (file.endsWith(RECORD) || recorded.has(path)) continue
    const found = await stat(path).catch(() => undefined)
    if (found && Date.now() - found.mtimeMs > DAY_MS) await rm(path, { force: true })
  }
  return join(folder, `${randomUUID()}.part`)
}

/**
 * Keeps a checked network: its file first, then its record, each complete or not at all. Of several processes that add
 * networks of one name at once, the first does.
 *
 * @param unfinished from {@link unfinishedPath}; it is moved
 * @returns the network that has this name now, which is another one if the name was taken
 */
export async function keepAdded(folder: string, network: AddedNetwork, unfinished: string): Promise<AddedNetwork> {
  await rename(unfinished, addedPath(folder, network))
  const path = join(folder, `${network.name}${RECORD}`)
  const record = await unfinishedPath(folder)
  try {
    await writeFile(record, `${JSON.stringify(network, null, 2)}\n`, { mode: 0o600 })
    // Unlike a renaming, this replaces nothing.
    await link(record, path)
  } catch (error) {
    const other = await readAdded(folder, network.name)
    if (!other) throw error
    return other
  } finally {
    await rm(record, { force: true })
  }
  // Another process may have removed a network with the same file since it was moved.
  await access(addedPath(folder, network)).catch(async (error: unknown) => {
    await rm(path, { force: true })
    throw error
  })
  return network
}

/** Removes the record first, so that no record is without its file. */
export async function removeAdded(folder: string, network: AddedNetwork): Promise<void> {
  await rm(join(folder, `${network.name}${RECORD}`), { force: true })
  const others = await listAdded(folder)
  if (!others.some(({ sha256 }) => sha256 === network.sha256)) await rm(addedPath(folder, network), { force: true })
}
