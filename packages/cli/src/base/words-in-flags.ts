/** Fields of words and logos in a sentence of the server, as the flags that people typed. */
export const wordsInFlags = (sentence: string): string =>
  sentence
    .replace(/\bof (headline|offer)\b/g, 'of --$1')
    .replace(/\bbusiness_name\b/g, '--name')
    .replace(/\blogo_image\b/g, '--logo')
