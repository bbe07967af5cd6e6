import type { Config } from '../../base/config/server-config.ts'
import { DataFolderError } from '../../base/data-folder-error.ts'
import { MIGRATIONS } from '../../database/migrations/index.ts'
import { asBackupError, type BackupFolder, type BackupManifest, openBackupFolder } from './backup-folder.ts'

export interface VerifiedBackup {
  readonly name: string
  readonly made_at: string
  /** The version of the server that made it. */
  readonly server: string
  readonly pictures: number
  readonly bytes: number
  readonly missing: number
}

export interface OpenedBackup {
  readonly folder: BackupFolder
  readonly name: string
  readonly manifest: BackupManifest
}

/**
 * Reads every byte of a backup and compares its checksum.
 *
 * @param wanted The name of a backup; the newest one by default.
 * @throws DataFolderError when it was cut short, was changed, or is of a newer version.
 */
export async function verifyBackup(config: Config, path: string, wanted?: string): Promise<VerifiedBackup> {
  const { folder, name, manifest } = await openBackup(config, path, wanted)
  const { made_at, server, database, secrets, blobs, missing } = manifest
  const files = [database, secrets, ...Object.values(blobs)]
  const faults: string[] = []
  for (const piece of new Set(files.flatMap((file) => file.pieces))) {
    await folder.readPiece(piece).catch((error: unknown) => {
      if (!(error instanceof DataFolderError)) throw asBackupError(path, error)
      faults.push(error.message)
    })
  }
  if (faults.length > 0)
    throw new DataFolderError(
      `The backup ${name} in ${path} was cut short or changed: it ${faults[0]}${faults.length > 1 ? `, and ${faults.length - 1} more of its pieces are missing or damaged` : ''}. Copy the folder again from where it was made, or make a new backup in a new folder.`,
    )
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0)
  return { name, made_at, server, pictures: Object.keys(blobs).length, bytes, missing: missing.length }
}

/** @throws DataFolderError when there is no such backup, or when it is of a newer version */
export async function openBackup(config: Config, path: string, wanted?: string): Promise<OpenedBackup> {
  const folder = await openBackupFolder(path, { passphrase: config.backupPassphrase, create: false })
  const found = await folder.find(wanted)
  if (found === undefined) {
    const names = await folder.list()
    throw new DataFolderError(
      names.length === 0
        ? `${path} has no complete backup: the first one was cut short. Repeat backup create.`
        : `There is no backup ${wanted} in ${path}. There are ${names.join(', ')}.`,
    )
  }
  const { server, database_version } = found.manifest
  if (!MIGRATIONS.some((one) => one.name === database_version))
    throw new DataFolderError(
      `The backup ${found.name} in ${path} was made by a newer version of the server (${server}, database ${database_version}). Use that version.`,
    )
  return { folder, ...found }
}
