import { createHmac, timingSafeEqual } from 'node:crypto'
import { DAY_SECONDS } from '../base/durations.ts'
import type { SigningKeys } from '../base/secrets/signing-keys.ts'
import { parseUrl } from '../base/text/parse-url.ts'

export interface SignedLinks {
  /** Permanent address of a result. */
  result(name: string): string
  /** Address of a private file, valid until `exp` (Unix seconds; by default 24 h from now). */
  private(name: string, exp?: number): string
  /** Address of a handout in a language, valid until `exp`. `verify` takes the name that `handoutName` makes. */
  handout(id: string, locale: string, exp: number): string
  /** Unix seconds, 24 h from now. */
  expiry(): number
  /** Whether `sig` is the signature of this name and time, and the time has not passed. */
  verify(name: string, exp: number, sig: string): boolean
  /**
   * The file that an address of this service leads to; undefined for any other address. Any loopback host counts as this
   * service when the path matches, so that a server that restarts on another port recognizes the addresses that it issued.
   */
  parse(address: URL): { area: 'results' | 'private'; name: string } | undefined
  /**
   * An address of this service without the parts that change: host, time and signature. Any other text is returned
   * unchanged.
   */
  stable(text: string): string
}

/** Signed links: `sig` is hex HMAC-SHA256 of `"<filename>\n<exp>"`. */
export function createSignedLinks(options: {
  publicUrl: () => string
  cdnUrl: string | undefined
  keys: SigningKeys
  now: () => Date
}): SignedLinks {
  const { publicUrl, cdnUrl, keys, now } = options
  const seconds = () => Math.floor(now().getTime() / 1000)
  const signature = (name: string, exp: number, key = keys.current()) =>
    createHmac('sha256', key).update(`${name}\n${exp}`).digest()

  const links: SignedLinks = {
    result: (name) => `${cdnUrl ?? publicUrl()}/files/${name}`,
    private: (name, exp = links.expiry()) =>
      `${publicUrl()}/api/mobile/private-assets/${name}?exp=${exp}&sig=${signature(name, exp).toString('hex')}`,
    handout(id, locale, exp) {
      const sig = signature(handoutName(id, locale), exp).toString('hex')
      return `${publicUrl()}/api/resources/${id}?${new URLSearchParams({ locale, exp: String(exp), sig })}`
    },
    expiry: () => seconds() + DAY_SECONDS,

    verify(name, exp, sig) {
      if (!/^[0-9a-f]{64}$/.test(sig)) return false
      const given = Buffer.from(sig, 'hex')
      return exp > seconds() && keys.valid().some((key) => timingSafeEqual(signature(name, exp, key), given))
    },

    parse(address) {
      const [base] = [publicUrl(), cdnUrl].flatMap((one) => one ?? []).filter((one) => isBelow(address, new URL(one)))
      if (base === undefined && !/^(127\.0\.0\.1|localhost|\[::1\])$/.test(address.hostname)) return undefined
      const path = base === undefined ? address.pathname : address.pathname.slice(folderOf(new URL(base)).length - 1)
      const match = /^\/(files|api\/mobile\/private-assets)\/([A-Za-z0-9_-]+(?:\.[a-z0-9]+)?)$/.exec(path)
      if (!match?.[1] || !match[2]) return undefined
      return { area: match[1] === 'files' ? 'results' : 'private', name: match[2] }
    },

    stable(text) {
      const url = text.startsWith('http') ? parseUrl(text) : undefined
      const target = url && links.parse(url)
      return target ? `${target.area}/${target.name}` : text
    },
  }
  return links
}

/** What the link of a handout signs. No file has such a name. */
export const handoutName = (id: string, locale: string): string => `handout/${id}/${locale}`

/** The base may be below a folder of its host: `https://cdn.example.com/food`. */
const folderOf = ({ pathname }: URL): string => (pathname.endsWith('/') ? pathname : `${pathname}/`)

const isBelow = (address: URL, base: URL): boolean =>
  address.host === base.host && address.pathname.startsWith(folderOf(base))
