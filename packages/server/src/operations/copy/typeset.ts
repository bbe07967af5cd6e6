const NO_BREAK = '\u00a0'
const NARROW = '\u202f'

/** A French text with the spaces that belong before a colon and before the other double marks. */
export const frenchSpaces = (text: string): string =>
  text.replace(/ (?=:(?:\s|$))/gu, NO_BREAK).replace(/ (?=[;!?»])/gu, NARROW)

const ARABIC = /\p{Script=Arabic}/u
const FIRST_STRONG_ISOLATE = '\u2068'
const END_OF_ISOLATE = '\u2069'

/** A name within an Arabic text. One in another script is set apart, so that its marks stay on its side. */
export const isolated = (inserted: string): string =>
  ARABIC.test(inserted) && !/\p{Script=Latin}/u.test(inserted)
    ? inserted
    : `${FIRST_STRONG_ISOLATE}${inserted}${END_OF_ISOLATE}`
