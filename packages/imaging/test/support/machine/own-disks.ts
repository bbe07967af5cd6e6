import { spawnSync } from 'node:child_process'
import { onlyIf } from './only-if.ts'

const mounts = () => {
  const script = 'mount -t tmpfs tmpfs /mnt && echo mounted'
  return spawnSync('unshare', ['-rm', 'sh', '-c', script], { encoding: 'utf8' }).stdout === 'mounted\n'
}
const { skip, meta } = onlyIf(mounts(), 'no right to mount a disk that only one process sees (util-linux)')

/** The options of tests that fill a disk, which they mount for one process and its children: Linux with user mounts. */
export const ownDisks = { skip, meta: { ...meta, programs: ['unshare'] } }
