import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { asDataFolderError, DataFolderError } from '../../base/data-folder-error.ts'
import { takeLock } from '../data-folder/folder-lock.ts'
import { cutIntoPieces, PIECE_BYTES } from './cut-into-pieces.ts'
import { encryptedPieces, type PieceCipher, plainPieces } from './piece-cipher.ts'

/** A file that was cut into pieces. */
export interface StoredFile {
  readonly bytes: number
  /** The names of its pieces, in order. All but the last have the same size. */
  readonly pieces: readonly string[]
}

export interface BackupManifest {
  /** The version of the server that made it. */
  readonly server: string
  readonly made_at: string
  /** The newest migration of its database. */
  readonly database_version: string
  /** A database file, whatever database the server uses. */
  readonly database: StoredFile
  readonly secrets: StoredFile
  /** By the key of the blob. */
  readonly blobs: Readonly<Record<string, StoredFile>>
  /** Blobs that a row names and that the store did not have. */
  readonly missing: readonly string[]
}

export type BackupFolder = Awaited<ReturnType<typeof openBackupFolder>>

const FORMAT = 1
const HEADER = 'platelight-backup.json'
const CHECKED = 'passphrase'

interface Header {
  readonly format: number
  readonly encryption?: { readonly salt: string; readonly check: string }
}

/**
 * Opens a folder that holds any number of backups. Their files are stored once, as pieces under names that follow from their
 * content, so a backup adds only what is new. A backup exists when its manifest does, which is written last.
 *
 * @param options.create Makes a new or empty folder one for backups.
 * @throws DataFolderError when it is none, is of a newer version, or needs another passphrase.
 */
export async function openBackupFolder(
  path: string,
  { passphrase, create }: { passphrase: string | undefined; create: boolean },
) {
  const cipher = await chooseCipher(path, await readHeader(path, { passphrase, create }), passphrase)
  const [pieces, manifests, incoming] = [join(path, 'pieces'), join(path, 'backups'), join(path, 'incoming')]
  const pathOf = (name: string) => join(pieces, name.slice(0, 2), name)

  /** Gives a file its name when all of its bytes are on the disk. */
  const place = async (target: string, bytes: Uint8Array): Promise<void> => {
    const partial = join(incoming, randomUUID())
    try {
      await mkdir(dirname(target), { recursive: true })
      await mkdir(incoming, { recursive: true })
      await writeFile(partial, bytes, { flag: 'wx', mode: 0o600, flush: true })
      await rename(partial, target)
    } catch (error) {
      await rm(partial, { force: true })
      throw asBackupError(path, error)
    }
  }

  const isStored = async (name: string, bytes: number): Promise<boolean> => {
    const found = await stat(pathOf(name)).catch(() => undefined)
    return found?.size === bytes + cipher.overhead
  }

  const storePiece = async (piece: Uint8Array): Promise<string> => {
    const name = cipher.nameOf(piece)
    if (!(await isStored(name, piece.length))) await place(pathOf(name), cipher.seal(piece, name))
    return name
  }

  /** @throws DataFolderError when it is missing or was changed */
  const readPiece = async (name: string): Promise<Uint8Array> => {
    const sealed = await readFile(pathOf(name)).catch((error: NodeJS.ErrnoException) => {
      throw error.code === 'ENOENT' ? new DataFolderError(`lacks ${name}`) : asBackupError(path, error)
    })
    const piece = opened(() => cipher.open(sealed, name))
    if (piece === undefined || cipher.nameOf(piece) !== name) throw new DataFolderError(`has a damaged ${name}`)
    return piece
  }

  /** @throws DataFolderError when it was cut or changed */
  const readManifest = async (file: string): Promise<BackupManifest> => {
    const sealed = await readFile(join(manifests, file))
    const found = file.includes(checksum(sealed)) ? opened(() => cipher.open(sealed, CHECKED)) : undefined
    if (found === undefined)
      throw new DataFolderError(
        `The backup ${shortName(file)} in ${path} was cut short or changed: its list of files is damaged. Copy the folder again from where it was made, or name an earlier backup with --backup.`,
      )
    return JSON.parse(Buffer.from(found).toString()) as BackupManifest
  }

  return {
    path,

    async store(source: AsyncIterable<Uint8Array>): Promise<StoredFile> {
      const names: string[] = []
      let bytes = 0
      for await (const piece of cutIntoPieces(source)) {
        names.push(await storePiece(piece))
        bytes += piece.length
      }
      return { bytes, pieces: names }
    },

    /** Whether every piece of a file is there with its size. */
    async has({ bytes, pieces: names }: StoredFile): Promise<boolean> {
      const last = bytes - PIECE_BYTES * (names.length - 1)
      for (const [index, name] of names.entries())
        if (!(await isStored(name, index === names.length - 1 ? last : PIECE_BYTES))) return false
      return true
    },

    /** The checked bytes of a file. @throws DataFolderError when a piece is missing or was changed */
    async *read({ pieces: names }: StoredFile): AsyncGenerator<Uint8Array> {
      for (const name of names) yield await readPiece(name)
    },

    readPiece,

    /**
     * Makes this process the only one that adds to the folder, and removes what one that was killed left.
     *
     * @returns how to let go of it
     * @throws DataFolderError while another backup is being made there
     */
    async lock(): Promise<() => Promise<void>> {
      const release = takeLock(join(path, 'lock.db'), path)
      if (!release) throw new DataFolderError(`Another backup is being made in ${path}. Wait for its end.`)
      await rm(incoming, { recursive: true, force: true })
      return async () => {
        await rm(incoming, { recursive: true, force: true })
        release()
      }
    },

    /** A folder on the same disk, for a copy of the database. */
    async workFolder(): Promise<string> {
      const folder = join(incoming, 'database')
      await mkdir(folder, { recursive: true, mode: 0o700 })
      return folder
    },

    /** @returns the name of the backup */
    async finish(manifest: BackupManifest): Promise<string> {
      const name = manifest.made_at.replace(/[-:]/g, '')
      const sealed = cipher.seal(Buffer.from(JSON.stringify(manifest)), CHECKED)
      await place(join(manifests, `${name}.${checksum(sealed)}.json`), sealed)
      return name
    },

    /** The names of the backups, oldest first. */
    list: async (): Promise<string[]> => (await filesOf(manifests)).map(shortName),

    /**
     * A backup by its name, or the newest one. Undefined when there is none.
     *
     * @throws DataFolderError when its manifest was cut or changed
     */
    async find(name?: string): Promise<{ name: string; manifest: BackupManifest } | undefined> {
      const files = await filesOf(manifests)
      const file = name === undefined ? files.at(-1) : files.find((one) => shortName(one) === name)
      if (file === undefined) return undefined
      return { name: shortName(file), manifest: await readManifest(file) }
    },

    /**
     * Removes all backups but the newest ones, and the pieces that those do not need. Only the process that has the lock may. What one
     * that is killed leaves is removed the next time.
     *
     * @returns how many backups were removed
     * @throws DataFolderError when one that stays is damaged; nothing is removed then
     */
    async keepNewest(count: number): Promise<number> {
      const files = await filesOf(manifests)
      const used = new Set<string>()
      for (const file of files.slice(-count)) {
        const { database, secrets, blobs } = await readManifest(file)
        for (const stored of [database, secrets, ...Object.values(blobs)])
          for (const name of stored.pieces) used.add(name)
      }
      // A backup that lacks pieces is none, so its list goes first.
      const old = files.slice(0, -count)
      for (const file of old) await rm(join(manifests, file))
      for (const group of await readdir(pieces))
        for (const name of await readdir(join(pieces, group))) if (!used.has(name)) await rm(join(pieces, group, name))
      return old.length
    },
  }
}

const shortName = (file: string): string => file.split(/\.[0-9a-f]{16}\.json$/)[0] ?? file
const checksum = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex').slice(0, 16)

const filesOf = async (folder: string): Promise<string[]> =>
  (await readdir(folder).catch(() => [])).filter((file) => file.endsWith('.json')).sort()

/** @throws DataFolderError when it is no folder of backups, or one of a newer version */
async function readHeader(
  path: string,
  { passphrase, create }: { passphrase: string | undefined; create: boolean },
): Promise<Header> {
  const file = join(path, HEADER)
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw asBackupError(path, error)
  })
  if (text === undefined) {
    const content = await readdir(path).catch(() => [])
    if (!create)
      throw new DataFolderError(
        `${path} has no backup: it lacks ${HEADER}. Name the folder that backup create was given.`,
      )
    if (content.length > 0)
      throw new DataFolderError(
        `${path} is not empty and holds no backups. Name a new folder, or one of earlier backups.`,
      )
    await writeHeader(path, passphrase)
    return readHeader(path, { passphrase, create: false })
  }
  const header = opened(() => JSON.parse(text) as Header)
  if (typeof header?.format !== 'number')
    throw new DataFolderError(`${file} was cut short or changed. Copy it again from where the backup was made.`)
  if (header.format > FORMAT)
    throw new DataFolderError(`The backups in ${path} were made by a newer version of the server. Use that version.`)
  return header
}

/** Of two backups that begin at once, the first decides. */
async function writeHeader(path: string, passphrase: string | undefined): Promise<void> {
  const salt = randomBytes(16)
  const cipher = passphrase === undefined ? undefined : await encryptedPieces(passphrase, salt)
  const check = cipher && Buffer.from(cipher.seal(Buffer.from(CHECKED), CHECKED)).toString('base64')
  const header: Header = { format: FORMAT, ...(check && { encryption: { salt: salt.toString('base64'), check } }) }
  try {
    await mkdir(path, { recursive: true, mode: 0o700 })
    const text = `${JSON.stringify(header, null, 2)}\n`
    await writeFile(join(path, HEADER), text, { flag: 'wx', mode: 0o600, flush: true })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw asBackupError(path, error)
  }
}

const SETTING = 'PLATELIGHT_BACKUP_PASSPHRASE'

async function chooseCipher(
  path: string,
  { encryption }: Header,
  passphrase: string | undefined,
): Promise<PieceCipher> {
  if (encryption === undefined) {
    if (passphrase === undefined) return plainPieces
    throw new DataFolderError(
      `The backups in ${path} are not encrypted, and ${SETTING} is set. Name another folder, or unset it.`,
    )
  }
  if (passphrase === undefined)
    throw new DataFolderError(`The backups in ${path} are encrypted. Set ${SETTING} or ${SETTING}_FILE.`)
  const cipher = await encryptedPieces(passphrase, Buffer.from(encryption.salt, 'base64'))
  const isRight = opened(() => cipher.open(Buffer.from(encryption.check, 'base64'), CHECKED)) !== undefined
  if (!isRight) throw new DataFolderError(`${SETTING} is not the passphrase of the backups in ${path}.`)
  return cipher
}

/** What cannot be opened was changed. */
function opened<T>(work: () => T): T | undefined {
  try {
    return work()
  } catch {
    return undefined
  }
}

const NO_ROOM = ['ENOSPC', 'EDQUOT', 'SQLITE_FULL']

/** Errors of the disk as sentences. */
export function asBackupError(path: string, error: unknown): unknown {
  if (NO_ROOM.includes(String((error as NodeJS.ErrnoException).code)))
    return new DataFolderError(
      `${path} is on a full disk. Free some space there, then repeat the command: what was written is used.`,
      {
        cause: error,
      },
    )
  return asDataFolderError(path, error)
}
