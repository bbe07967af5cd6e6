const MAJOR = 8
const AVIF = [0x61, 0x76, 0x69, 0x66]

/**
 * The same file under the plain brand of AVIF. The library looks at nothing but the first brand, which in an animation
 * (avis) and in files of some programs (miaf, MA1B) is another, though the still picture in them is as good.
 */
export const withAvifBrand = (file: Uint8Array): Uint8Array => {
  if (AVIF.every((sign, i) => file[MAJOR + i] === sign)) return file
  const copy = Uint8Array.from(file)
  copy.set(AVIF, MAJOR)
  return copy
}
