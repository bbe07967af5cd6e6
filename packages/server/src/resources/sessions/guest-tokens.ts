import { jwtVerify } from 'jose'
import type { GuestSettings } from '../../base/config/guest-settings.ts'
import type { Clock } from '../../base/ports.ts'
import { ServiceError } from '../../base/service-error.ts'

const ALGORITHM = 'HS256'
const LONGEST_SUBJECT = 200
/** The last second of the year 9999, the latest that a timestamp can hold. */
const LATEST_SECONDS = 253_402_300_799

export interface GuestToken {
  /** What the earlier app called the guest. */
  readonly subject: string
  /** Null when the token does not expire. */
  readonly expiresAt: string | null
}

export type GuestTokens = ReturnType<typeof createGuestTokens>

/** Tokens that an earlier app gave to its guests. This server only reads them: none is ever issued. */
export const createGuestTokens = ({
  settings,
  clock,
}: {
  readonly settings: GuestSettings | undefined
  readonly clock: Clock
}) => {
  const key = settings && new TextEncoder().encode(settings.secret)

  return {
    /**
     * @returns undefined when the token is forged, expired, unsigned, signed in another way, or issued for something else.
     * @throws ServiceError `not_configured` (503) when the server has no secret to check it with.
     */
    async read(token: string): Promise<GuestToken | undefined> {
      if (!settings || !key) throw notConfigured()
      const { audience, issuer } = settings
      const verified = await jwtVerify(token, key, {
        algorithms: [ALGORITHM],
        currentDate: clock.now(),
        requiredClaims: ['sub'],
        ...(audience !== undefined && { audience }),
        ...(issuer !== undefined && { issuer }),
      }).catch(() => undefined)
      const { sub, exp } = verified?.payload ?? {}
      if (typeof sub !== 'string' || sub === '' || sub.length > LONGEST_SUBJECT || sub.includes('\0')) return undefined
      return { subject: sub, expiresAt: exp === undefined ? null : timestamp(exp) }
    },
  }
}

const timestamp = (seconds: number): string => new Date(Math.min(seconds, LATEST_SECONDS) * 1000).toISOString()

const notConfigured = () =>
  new ServiceError(
    'not_configured',
    'This server cannot check guest tokens. Its operator has to set the secret with which the earlier app signed them.',
    { setting: 'PLATELIGHT_GUEST_JWT_SECRET' },
  )
