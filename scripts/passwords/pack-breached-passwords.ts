import { createHash } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { HASH_BYTES } from '../../packages/server/src/accounts/passwords/breached-passwords.ts'

// Packs a list of passwords, one a line, into the file that the server compares new passwords with:
//
//   pnpm tsx scripts/passwords/pack-breached-passwords.ts LIST

/** Shorter ones are refused for their length. */
const SHORTEST = 10
const TARGET = fileURLToPath(new URL('../../packages/server/passwords/breached-passwords.bin', import.meta.url))

const [list] = process.argv.slice(2)
if (list === undefined) throw new Error('Name the list: pack-breached-passwords.ts LIST')
const passwords = (await readFile(list, 'utf8')).split(/\r?\n/).filter((line) => [...line].length >= SHORTEST)
const hashes = new Set(
  passwords.map((password) =>
    createHash('sha256')
      .update(password.toLowerCase())
      .digest('hex')
      .slice(0, 2 * HASH_BYTES),
  ),
)
await writeFile(TARGET, Buffer.from([...hashes].sort().join(''), 'hex'))
console.log(`${hashes.size} passwords in ${TARGET}`)
