/**
 * What is wrong with an address whose user or password has characters that end it; undefined if nothing is. Such a password
 * makes another address, often one with another host.
 *
 * @example unencodedPassword('smtp://apikey:SG#x@smtp.example.com') // 'has a # in its user or password, …'
 */
export function unencodedPassword(address: string): string | undefined {
  const authority = address.replace(/^[a-z][a-z+.-]*:\/\//i, '')
  const end = /[/?#]/.exec(authority.slice(0, authority.lastIndexOf('@') + 1))?.[0]
  return end && `has a ${end} in its user or password, ${ENCODED}`
}

const ENCODED = 'which must be percent-encoded: write %2F for /, %23 for #, %3F for ?, %40 for @, %25 for %'
