/** Longest part of a prompt that is read. What follows says nothing that a picture of one dish could show. */
const READ = 4000

/** A text as plain lower-case words between single spaces, without accents and signs, with a space at both ends. */
export function foldWords(text: string): string {
  const plain = text
    .slice(0, READ)
    .normalize('NFKD')
    // One sign can stand for a whole sentence.
    .slice(0, READ)
    .toLowerCase()
    // Accents and the vowel signs of Arabic go; Japanese voice marks distinguish letters and are put back below.
    .replace(/[\u0300-\u036f\u064b-\u065f\u0670\u0640]/g, '')
    .normalize('NFKC')
    .replace(/ß/g, 'ss')
    .replace(/æ/g, 'ae')
    .replace(/[œ]/g, 'oe')
    .replace(/ø/g, 'o')
    .replace(/ı/g, 'i')
    .replace(/[أإآ]/g, 'ا')
    .replace(/['’ʼ]/g, '')
  return ` ${plain.replace(/[^\p{L}\p{N}\p{M}]+/gu, ' ').trim()} `
}

/** Chinese, Japanese, Thai: written without spaces between words. */
const UNSPACED = /[\u0e00-\u0e7f\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]/

/** Where a folded name stands in a folded text, also in the plural; -1 if it does not. */
export function findName(text: string, name: string): number {
  if (UNSPACED.test(name)) return text.indexOf(name)
  // Two letters and an ending are another word: “ein” is not the plural of “Ei”.
  const ending = name.length > 2 ? /^(s|es|n|en|e|i)? / : /^ /
  for (let at = text.indexOf(` ${name}`); at >= 0; at = text.indexOf(` ${name}`, at + 1)) {
    const rest = text.slice(at + 1 + name.length, at + 5 + name.length)
    if (ending.test(rest)) return at + 1
  }
  return -1
}
