import type { SettingReaders } from './setting-readers.ts'

/** How guest tokens of an earlier app are checked. */
export interface GuestSettings {
  readonly secret: string
  /** Undefined accepts tokens for any audience, and those without one. */
  readonly audience: string | undefined
  /** Undefined accepts tokens of any issuer. */
  readonly issuer: string | undefined
}

const SECRET = 'PLATELIGHT_GUEST_JWT_SECRET'
const OTHERS = ['PLATELIGHT_GUEST_JWT_AUDIENCE', 'PLATELIGHT_GUEST_JWT_ISSUER'] as const
/** A shorter secret can be guessed from a token. */
const SHORTEST_SECRET = 16

/** Reads the settings of guest tokens. Undefined when there is no secret: then guests can neither resume nor be claimed. */
export function readGuests({ text, secret }: SettingReaders, problems: string[]): GuestSettings | undefined {
  const given = secret(SECRET)
  const [audience, issuer] = OTHERS.map((name) => text(name))
  if (given === undefined) {
    const alone = OTHERS.filter((name) => text(name) !== undefined)
    for (const name of alone) problems.push(`${name} needs ${SECRET} beside it`)
    return undefined
  }
  if (given.length < SHORTEST_SECRET) {
    problems.push(
      `${SECRET} must have at least ${SHORTEST_SECRET} characters; a shorter one can be guessed from a token`,
    )
    return undefined
  }
  return { secret: given, audience, issuer }
}
