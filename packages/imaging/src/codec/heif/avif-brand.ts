const MAJOR = 8
const AVIF = [0x61, 0x76, 0x69, 0x66]

/**
 * The same file with `avif` as its major brand. libvips looks at the major brand only. Animations (avis) and files of some
 * programs (miaf, MA1B) have another one, although the still picture in them can be read.
 */
export const withAvifBrand = (file: Uint8Array): Uint8Array => {
  if (AVIF.every((sign, i) => file[MAJOR + i] === sign)) return file
  const copy = Uint8Array.from(file)
  copy.set(AVIF, MAJOR)
  return copy
}
