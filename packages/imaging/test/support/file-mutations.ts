import type { seededRandom } from './drawn-pictures.ts'

type Chance = ReturnType<typeof seededRandom>

const below = (chance: Chance, limit: number) => Math.floor(chance() * limit)
/** A position in a file. Half of them are near its beginning, where the structure of the file is described. */
const place = (chance: Chance, length: number) => below(chance, chance() < 0.5 ? Math.min(length, 400) : length)

type Mutation = (file: Buffer, chance: Chance, other: Buffer) => Buffer

/** Damage that happens to files in transit, and damage that people cause on purpose. */
const MUTATIONS: Readonly<Record<string, Mutation>> = {
  'bits flipped': (file, chance) => {
    for (let left = 1 + below(chance, 24); left > 0; left--) {
      const at = place(chance, file.length)
      file[at] = file[at] ^ (1 << below(chance, 8))
    }
    return file
  },
  'cut off': (file, chance) => file.subarray(0, below(chance, file.length)),
  'a piece missing': (file, chance) => {
    const at = place(chance, file.length)
    return Buffer.concat([file.subarray(0, at), file.subarray(at + 1 + below(chance, 200))])
  },
  'a piece twice': (file, chance) => {
    const at = place(chance, file.length)
    const end = at + 1 + below(chance, 400)
    return Buffer.concat([file.subarray(0, end), file.subarray(at, end), file.subarray(end)])
  },
  'two pieces swapped': (file, chance) => {
    const [a, b, size] = [place(chance, file.length), place(chance, file.length), 1 + below(chance, 64)]
    const held = Buffer.from(file.subarray(a, a + size))
    file.copy(file, a, b, Math.min(file.length, b + size))
    held.copy(file, b)
    return file
  },
  'a number made huge': (file, chance) => {
    const at = place(chance, Math.max(1, file.length - 4))
    const values = [0xffffffff, 0x7fffffff, 0x00ffffff, 0xffff, 0x10000, 0]
    const value = values[below(chance, values.length)]
    for (let i = 0; i < 4 && at + i < file.length; i++) file[at + i] = (value >>> (8 * (3 - i))) & 255
    return file
  },
  'blanked out': (file, chance) => {
    const at = place(chance, file.length)
    return file.fill(chance() < 0.5 ? 0 : 255, at, Math.min(file.length, at + 1 + below(chance, 300)))
  },
  "another file's end": (file, chance, other) =>
    Buffer.concat([file.subarray(0, place(chance, file.length)), other.subarray(below(chance, other.length))]),
  'rubbish appended': (file, chance) =>
    Buffer.concat([file, Buffer.from(Array.from({ length: below(chance, 3000) }, () => below(chance, 256)))]),
}

export const MUTATION_NAMES = Object.keys(MUTATIONS)

/** A damaged copy. The same random sequence gives the same damage. */
export const mutate = (name: string, file: Uint8Array, chance: Chance, other: Uint8Array): Buffer =>
  MUTATIONS[name](Buffer.from(file), chance, Buffer.from(other))
