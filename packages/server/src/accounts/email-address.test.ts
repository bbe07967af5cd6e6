import { domainToASCII } from 'node:url'
import { expect, test } from 'vitest'
import { parseEmail } from './email-address.ts'

/** Every character that some common way of comparing texts takes for ASCII, or for nothing. */
const lookAlikes = Array.from({ length: 0x30000 - 0x80 }, (_, at) => at + 0x80)
  .filter((code) => code < 0xd800 || code > 0xdfff)
  .map((code) => String.fromCodePoint(code))
  .filter((char) =>
    [
      ...(['NFC', 'NFKC'] as const).flatMap((form) => [char.normalize(form), char.normalize(form).toLowerCase()]),
      char.toLowerCase(),
      domainToASCII(`a${char}a`).slice(1, -1),
    ].some((text) => /^[\x21-\x7e]+$/.test(text) && !text.startsWith('n--')),
  )

test('no character becomes ASCII in an address: each that could is refused on both sides of the @', () => {
  expect(lookAlikes).toEqual(expect.arrayContaining(['\u212a', '\uff4b', '\u017f', '\ufb01', '\u1fef', '\u3002']))
  const accepted = lookAlikes.filter((char) =>
    [`a${char}a@example.com`, `mara@a${char}a.example`].some((text) => {
      const { address, flaw } = parseEmail(text)
      return flaw === null && /^[\x21-\x7e]+$/.test(address) && !address.includes('xn--')
    }),
  )
  expect(accepted).toEqual([])
  for (const text of ['mi\u212aa@example.com', 'mara@\u212aitchen.example', 'mara@m\u00fcnch\u212a.example'])
    expect(parseEmail(text).flaw, text).not.toBeNull()
})

test.each([
  [' Mara@Trattoria.Example ', 'mara@trattoria.example'],
  ['mara@MÜLLER.example', 'mara@xn--mller-kva.example'],
  // The same text, composed and decomposed.
  ['jo\u0308rg@example.com', 'j\u00f6rg@example.com'],
  ['Stra\u00dfe@stra\u00dfe.example', 'stra\u00dfe@xn--strae-oqa.example'],
  ['\u00d6zlem@example.com', '\u00d6zlem@example.com'],
  ['ゆか@例え.example', 'ゆか@xn--r8jz45g.example'],
])('%s is stored as %s', (text, address) => {
  expect(parseEmail(text)).toEqual({ address, flaw: null })
})
