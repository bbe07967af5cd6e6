import { randomBytes } from 'node:crypto'
import { SESSION_SECONDS } from '../../accounts/session-tokens.ts'
import { part } from '../../base/compose.ts'
import { DAY_MS, SECOND_MS } from '../../base/durations.ts'
import type { Clock } from '../../base/ports.ts'
import { deriveKey } from '../../base/secrets/derive-key.ts'
import type { SigningKeys } from '../../base/secrets/signing-keys.ts'
import type { Db } from '../../database/open-database.ts'
import { installationRepository } from './installation-repository.ts'

/** What is signed, and how long its signatures live at most: links of handouts for a week, sessions for thirty days. */
const LONGEST_LIVES = { links: 8 * DAY_MS, sessions: SESSION_SECONDS * SECOND_MS } as const
export type Signed = keyof typeof LONGEST_LIVES

/** How often each process reads which keys there are. */
const REFRESH_MS = 5 * SECOND_MS
/** A new key signs only when every process knows it, so that none refuses what another has signed. */
const LEAD_MS = 3 * REFRESH_MS

interface Generation {
  /** Base64. The key is made of it and of the secret, so neither the database nor the file of secrets reveals it. Null for the first. */
  readonly salt: string | null
  readonly from: string
  /** From when on its signatures are worth nothing; null for the newest. */
  readonly until: string | null
}

const FIRST: readonly Generation[] = [{ salt: null, from: '', until: null }]

const rowOf = (purpose: Signed) => `keys of ${purpose}`

const read = async (db: Db, purpose: Signed) => {
  const row = await installationRepository(db).find(rowOf(purpose))
  return { row, generations: row === undefined ? FIRST : (JSON.parse(row.value) as readonly Generation[]) }
}

type RotatedKeys = Awaited<ReturnType<typeof openRotatedKeys>>

/** The signing keys of a purpose, as the database has them. `refresh` reads them again. */
export async function openRotatedKeys(
  { db, clock }: { readonly db: Db; readonly clock: Clock },
  purpose: Signed,
  secret: Uint8Array,
): Promise<SigningKeys & { refresh(): Promise<void> }> {
  let known: readonly (Generation & { key: Uint8Array })[] = []
  const refresh = async () => {
    const { generations } = await read(db, purpose)
    known = generations.map((one) => ({
      ...one,
      key: one.salt === null ? secret : deriveKey(secret, `${purpose} ${one.salt}`),
    }))
  }
  await refresh()
  const now = () => clock.now().toISOString()
  return {
    refresh,
    current: () => (known.findLast(({ from }) => from <= now()) ?? known[0])?.key ?? secret,
    valid: () =>
      known
        .filter(({ until }) => until === null || until > now())
        .map(({ key }) => key)
        .reverse(),
  }
}

/**
 * Begins to sign with a new key. Running processes need no restart. Of two rotations at once one comes after the other, by the
 * condition of the change.
 *
 * @param options.now Ends what was signed before as soon as the new key signs, and not when it would have ended anyway.
 * @returns When the new key signs, and when the earlier ones end.
 */
export async function rotateKeys(
  { db, clock }: { readonly db: Db; readonly clock: Clock },
  purpose: Signed,
  options: { readonly now: boolean },
): Promise<{ signs_from: string; earlier_until: string }> {
  const installation = installationRepository(db)
  for (;;) {
    const { row, generations } = await read(db, purpose)
    const at = clock.now()
    const from = new Date(at.getTime() + LEAD_MS)
    const until = new Date(from.getTime() + (options.now ? 0 : LONGEST_LIVES[purpose])).toISOString()
    const earlier = generations
      .map((one) => ({ ...one, until: one.until === null || one.until > until ? until : one.until }))
      .filter((one) => one.until > at.toISOString())
    const newest = { salt: randomBytes(32).toString('base64'), from: from.toISOString(), until: null }
    const value = JSON.stringify([...earlier, newest])
    if (row !== undefined) {
      if (!(await installation.change(row, value, at.toISOString()))) continue
    } else {
      await installation.addMissing(new Map([[rowOf(purpose), value]]), at.toISOString())
      if ((await installation.find(rowOf(purpose)))?.value !== value) continue
    }
    return { signs_from: newest.from, earlier_until: until }
  }
}

/** Keeps the keys of this process up to date. */
export const rotatedKeysPart = part(({ signingKeys }: { signingKeys: Readonly<Record<Signed, RotatedKeys>> }) => {
  let timer: NodeJS.Timeout | undefined
  // Without the database no request is answered either, and the next reading follows.
  const refresh = () => void Promise.all(Object.values(signingKeys).map((keys) => keys.refresh())).catch(() => {})
  return {
    async start() {
      timer = setInterval(refresh, REFRESH_MS).unref()
    },
    async close() {
      clearInterval(timer)
    },
  }
})
