import type { Clock } from '../../base/ports.ts'
import { ServiceError } from '../../base/service-error.ts'
import type { UploadDeduplication } from '../../blobs/upload-deduplication.ts'
import { type UploadRow, uploadRepository } from '../../blobs/upload-repository.ts'
import type { Schemas } from '../../contract/index.ts'
import { ledgerRepository } from '../../credits/ledger-repository.ts'
import { inTransaction } from '../../database/in-transaction.ts'
import type { Db } from '../../database/open-database.ts'
import { lock } from '../../database/transaction-lock.ts'
import { guestAccount } from './guest-account.ts'
import { type Guest, guestRepository, type MovedFromGuest } from './guest-repository.ts'
import type { GuestTokens } from './guest-tokens.ts'
import { projectRepository } from './project-repository.ts'
import type { ProjectViews } from './project-views.ts'

/** Gives everything that belongs to a guest to an account, all or nothing. */
export const createClaimGuest = (deps: {
  readonly db: Db
  readonly clock: Clock
  readonly tokens: GuestTokens
  readonly deduplication: UploadDeduplication
  readonly views: ProjectViews
  readonly garbageAdded: () => void
}) => {
  const { db, clock, tokens, deduplication, views, garbageAdded } = deps

  /** @returns the id of the account's own upload for each upload of the guest */
  const moveUploads = async (tx: Db, from: string, to: string): Promise<Map<string, string>> => {
    const now = clock.now()
    const moved = new Map<string, string>()
    for (const upload of await uploadRepository(tx).ofAccount(from)) {
      const known = await deduplication.makeRoom(tx, { ...upload, account_id: to }, now)
      // The account has the same photo, so that of the guest goes.
      if (known) await uploadRepository(tx).remove(upload.id, now)
      else await uploadRepository(tx).give(upload, { account_id: to, ...deduplication.lifetime(now) })
      moved.set(upload.id, known?.id ?? upload.id)
    }
    return moved
  }

  const moveProjects = async (tx: Db, from: string, to: string, uploads: ReadonlyMap<string, string>) => {
    const at = clock.now().toISOString()
    const projects = await projectRepository(tx).ofAccount(from)
    for (const { id, upload_id: was } of projects)
      await projectRepository(tx).move(id, { accountId: to, uploadId: uploads.get(was) ?? was, at })
    return projects.map(({ id }) => id)
  }

  /** Two entries of one guest, so that what one account loses the other gets, once. */
  const moveCredits = async (tx: Db, guestId: string, from: string, to: string): Promise<number> => {
    const at = clock.now().toISOString()
    const note = 'credits of a claimed guest'
    const credits = await guestAccount(tx).drain(from, { reference: `${guestId}:given`, note, at })
    const received = { accountId: to, kind: 'adjust', amount: credits, credits, note } as const
    if (credits > 0) await ledgerRepository(tx).append({ ...received, reference: `${guestId}:received` }, at)
    return credits
  }

  const move = async (tx: Db, guest: Guest, from: string, to: string): Promise<void> => {
    const uploads = await moveUploads(tx, from, to)
    const moved: MovedFromGuest = {
      projects: await moveProjects(tx, from, to, uploads),
      images: [...new Set(uploads.values())],
      credits: await moveCredits(tx, guest.id, from, to),
    }
    await guestRepository(tx).claim(guest.id, { accountId: to, moved, at: clock.now().toISOString() })
    await guestAccount(tx).close(from)
  }

  const shown = async (accountId: string, { id, moved, claimed_at }: Guest): Promise<Schemas['GuestClaimed']> => {
    const { projects, images, credits } = JSON.parse(moved ?? '{}') as MovedFromGuest
    const uploads = await uploadRepository(db).among(accountId, images)
    const byId = new Map<string, UploadRow>(uploads.map((upload) => [upload.id, upload]))
    const rows = await projectRepository(db).among(accountId, projects)
    return {
      status: 'claimed',
      guest_id: id,
      moved: { projects: projects.length, images: images.length, credits },
      claimed_at: claimed_at ?? clock.now().toISOString(),
      projects: rows.map((project) => views.claimed(project, byId.get(project.upload_id))),
      images: uploads.map(deduplication.shown),
    }
  }

  /**
   * Holds by locks on both accounts, first that of the caller: of two claims at once, the second finds what the first has done.
   *
   * @throws ServiceError `token_invalid` (400) for a token of no guest, `guest_claimed` (409), `storage_quota` (403),
   * `not_configured` (503). Then nothing has moved.
   */
  return async (accountId: string, token: string): Promise<Schemas['GuestClaimed']> => {
    const subject = (await tokens.read(token))?.subject
    const claimed = await inTransaction(db, async (tx) => {
      await lock(tx, 'accounts', accountId)
      const found = subject === undefined ? undefined : await guestRepository(tx).find(subject)
      if (!found) throw unknownGuest()
      if (found.own_account_id !== null) await lock(tx, 'accounts', found.own_account_id)
      const guest = await guestRepository(tx).find(found.subject)
      if (!guest) throw unknownGuest()
      if (guest.own_account_id === null) {
        if (guest.account_id !== accountId) throw claimedByAnother()
        return guest
      }
      await move(tx, guest, guest.own_account_id, accountId)
      return guestRepository(tx).find(guest.subject)
    })
    if (!claimed) throw unknownGuest()
    garbageAdded()
    return shown(accountId, claimed)
  }
}

const unknownGuest = () =>
  new ServiceError(
    'token_invalid',
    'guest_token is forged or has expired, or its guest is not known here. Nothing was moved.',
  )

const claimedByAnother = () =>
  new ServiceError(
    'guest_claimed',
    'Another account has claimed this guest. Sign in to that account to find its projects, pictures and credits.',
  )
