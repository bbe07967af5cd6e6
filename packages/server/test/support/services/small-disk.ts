import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * A small disk that only one process sees.
 *
 * @param options.copyOf The folder whose files are on the disk at first.
 */
export async function smallDisk(megabytes: number, { copyOf }: { copyOf: string }) {
  const folder = await mkdtemp(join(tmpdir(), 'platelight-disk-'))
  const script = `mount -t tmpfs -o size=${megabytes}m tmpfs "${folder}" && cp -a "${copyOf}/." "${folder}" && exec "$0" "$@"`
  /** The disk as the process sees it. */
  const filler = (pid: number | undefined) => `/proc/${pid}/root${folder}/filler`
  return {
    folder,
    /** The command line that starts a program with the disk. */
    command: (program: string, args: readonly string[]): [string, string[]] => [
      'unshare',
      ['-rm', 'sh', '-c', script, program, ...args],
    ],
    fill: (pid: number | undefined) => writeFile(filler(pid), new Uint8Array(megabytes * 2 ** 20)).catch(() => {}),
    free: (pid: number | undefined) => rm(filler(pid)),
    remove: () => rm(folder, { recursive: true, force: true }),
  }
}

export type SmallDisk = Awaited<ReturnType<typeof smallDisk>>
