import { DataFolderError } from './data-folder-error.ts'
import { ServiceError } from './service-error.ts'

/** The database server cannot be used at the start. The message says why and what to do. It is shown without a stack. */
export class DatabaseUnreachable extends DataFolderError {
  /**
   * Turns a known error of PostgreSQL or of its connection into a sentence. Any other error is returned as it is.
   *
   * @param name The address of the database, without its password.
   */
  static from(error: unknown, name: string): unknown {
    const why = reasonOf(error)
    return why === undefined ? error : new DatabaseUnreachable(`${name} ${why}`, { cause: error })
  }
}

/** A server works on a database that nothing else may use now. */
export class DatabaseInUse extends DataFolderError {
  constructor(name: string, servers: number) {
    const who = servers === 1 ? 'A server is' : `${servers} servers are`
    super(
      `${who} working on ${name}. Stop ${servers === 1 ? 'it' : 'them'} first. One that was killed counts as stopped after 30 seconds.`,
    )
  }
}

const CHECK = 'Check PLATELIGHT_DATABASE_URL.'

const REASONS: Readonly<Record<string, string>> = {
  ECONNREFUSED: `does not answer: nothing listens there. Start the database, or change the address. ${CHECK}`,
  ENOTFOUND: `does not answer: its host has no address. ${CHECK}`,
  EAI_AGAIN: `does not answer: the address of its host cannot be looked up now. ${CHECK}`,
  ETIMEDOUT: `does not answer in time. ${CHECK}`,
  ENOENT: `does not answer: there is no such socket. ${CHECK}`,
  '28P01': `refuses the user or the password. Characters such as / # ? @ % of a password must be percent-encoded. ${CHECK}`,
  '28000': `refuses the user, or the address that it connects from (pg_hba.conf). ${CHECK}`,
  '3D000': `does not exist. Create it (createdb), or change the name. ${CHECK}`,
  '42501': 'does not let this user create tables. Make the user its owner, or grant the right to create.',
  '53300': 'has no connections left. Raise max_connections there, or lower PLATELIGHT_DATABASE_CONNECTIONS here.',
  '57P03': 'is starting or stopping. Try again in a moment.',
}

/** Reasons that only a message tells. Services that host databases word the first in ways of their own. */
const SAID: readonly (readonly [message: RegExp, reason: string])[] = [
  [
    /no encryption|SSL off|(SSL|TLS)[\w ]{0,30}required|connection is insecure|requires? (an? )?(SSL|TLS|encrypt)/i,
    'refuses connections without TLS. Add ?sslmode=require to PLATELIGHT_DATABASE_URL, or ?sslmode=verify-full&sslrootcert=FILE to check its certificate, too.',
  ],
  [/not support SSL/i, 'offers no TLS. Leave sslmode out of PLATELIGHT_DATABASE_URL, or write sslmode=disable.'],
  [/password must be a (non-empty )?string/i, `wants a password, and the address has none. ${CHECK}`],
  [/timeout exceeded when trying to connect/, `does not answer in time. ${CHECK}`],
]
const CERTIFICATE = /^(DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_\w+|UNABLE_TO_\w+|CERT_\w+|ERR_TLS_\w+|ERR_SSL_\w+)$/

function reasonOf(error: unknown): string | undefined {
  const { code, message = '' } = (error ?? {}) as { code?: unknown; message?: string }
  const said = SAID.find(([pattern]) => pattern.test(message))?.[1]
  if (said !== undefined) return said
  if (CERTIFICATE.test(String(code))) {
    return `has a certificate that is not trusted (${message}). Name the certificate of its authority with sslrootcert=FILE in PLATELIGHT_DATABASE_URL, or write sslmode=require, which encrypts and checks no certificate.`
  }
  return REASONS[String(code)] ?? (isDatabaseLost(error) ? 'was lost. Try again in a moment.' : undefined)
}

/**
 * Errors of connections, and of PostgreSQL: the classes 08 and 57P (lost, refused, shut down), a standby that is not yet
 * promoted (25006), a transaction that was ended because nothing happened in it (25P03), and no connections left (53300).
 */
const LOST = new RegExp(
  `^(${[
    'ECONNREFUSED|ECONNRESET|ECONNABORTED|EPIPE|ETIMEDOUT|EHOSTUNREACH|EHOSTDOWN|ENETUNREACH|ENETDOWN|ENOTFOUND|EAI_AGAIN',
    '08\\w{3}|57P\\w{2}|25006|25P03|53300',
  ].join('|')})$`,
)
const LOST_MESSAGES =
  /Connection terminated|timeout exceeded when trying to connect|is not queryable|Query read timeout/

/** Whether the database could not be reached, or was lost in between. Whether the statement was carried out is unknown. */
export const isDatabaseLost = (error: unknown): boolean =>
  error instanceof Error && (('code' in error && LOST.test(String(error.code))) || LOST_MESSAGES.test(error.message))

/** Turns a lost database into `overloaded`, so that callers try again. Any other error is returned as it is. */
export const orUnavailable = (error: unknown): unknown =>
  isDatabaseLost(error) && !(error instanceof ServiceError) ? Object.assign(unavailable(), { cause: error }) : error

const unavailable = () =>
  new ServiceError(
    'overloaded',
    'The database cannot be reached at the moment. Send the request again with the same Idempotency-Key: then nothing is done or charged twice.',
    {},
    5,
  )
