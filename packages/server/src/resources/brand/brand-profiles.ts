import { readFile } from 'node:fs/promises'
import type { Clock } from '../../base/ports.ts'
import { ServiceError } from '../../base/service-error.ts'
import { singleLine } from '../../base/text/single-line.ts'
import { blobName } from '../../blobs/blob-store.ts'
import type { SignedLinks } from '../../blobs/signed-links.ts'
import type { StorageQuota } from '../../blobs/storage-quota.ts'
import type { StorePhoto } from '../../blobs/store-photo.ts'
import type { Body, Schemas } from '../../contract/index.ts'
import { inTransaction } from '../../database/in-transaction.ts'
import type { Db } from '../../database/open-database.ts'
import { lock } from '../../database/transaction-lock.ts'
import type { EngineFor } from '../../engines/engine-for.ts'
import type { BrandLogoDetails } from '../../operations/brand-logo/brand-logo-work.ts'
import type { OutputImage } from '../../operations/define-work.ts'
import {
  brandRepository,
  type LogoRow,
  type ProfileRow,
  type brandRepository as Repository,
} from './brand-repository.ts'

interface Dependencies {
  readonly db: Db
  readonly clock: Clock
  readonly links: SignedLinks
  readonly quota: StorageQuota
  readonly storePhoto: StorePhoto
  readonly engineFor: EngineFor
}

const LINES = ['business_name', 'tagline', 'cuisine', 'tone', 'website', 'phone', 'address'] as const

/** What menus, posters and captions of an account carry: its name, its words, its colours and its logo. */
export function createBrandProfiles(deps: Dependencies) {
  const { db, clock, links, quota, storePhoto } = deps
  const engine = deps.engineFor('pixels')

  const read = async (accountId: string): Promise<Schemas['BrandProfile']> => {
    const brand = brandRepository(db)
    const [profile, logo] = await Promise.all([brand.profile(accountId), brand.logo(accountId)])
    return shown(profile, logo)
  }

  const shown = (profile: ProfileRow | undefined, logo: LogoRow | undefined): Schemas['BrandProfile'] => {
    const own: string[] = profile ? JSON.parse(profile.colors) : []
    const lines = Object.fromEntries(LINES.map((line) => [line, profile?.[line] ?? null]))
    return {
      ...(lines as Pick<Schemas['BrandProfile'], (typeof LINES)[number]>),
      colors: own.length > 0 || !logo ? own : JSON.parse(logo.colors),
      logo: logo ? { url: links.private(blobName(logo.blob)), width: logo.width, height: logo.height } : null,
      updated_at: profile?.updated_at ?? null,
    }
  }

  const prepared = async (path: string, signal: AbortSignal) => {
    const task = { operation: 'brand-logo', params: null, inputs: [await readFile(path)] } as const
    const made = await engine.perform(task, { signal })
    if (!made.ok) throw new ServiceError(made.code, made.message)
    const [file] = made.outputs as [OutputImage]
    return { file, colors: (made.details as BrandLogoDetails).colors }
  }

  /** Takes the logo away in the transaction of what comes instead. Holds by a lock on the account. */
  const withoutLogo = async (tx: Db, accountId: string): Promise<ReturnType<typeof Repository>> => {
    await lock(tx, 'accounts', accountId)
    const brand = brandRepository(tx)
    await brand.removeLogo(accountId, clock.now())
    return brand
  }

  return {
    read,

    /**
     * Changes the fields that are given, and the logo.
     *
     * @param logo The path of the file.
     * @returns the profile after the change
     * @throws InvalidRequest (422) for a line break or another control character; ServiceError `unsupported_image`,
     *   `image_unreadable`, `image_too_large`, `storage_quota`. Nothing is changed then.
     */
    async save(
      accountId: string,
      form: Body<'brand.upload'>,
      logo: string | undefined,
      signal: AbortSignal,
    ): Promise<Schemas['BrandProfile']> {
      const changes = changesOf(form)
      const at = clock.now().toISOString()
      if (logo === undefined) {
        if (Object.keys(changes).length > 0) await brandRepository(db).change(accountId, changes, at)
        return read(accountId)
      }
      const { file, colors } = await prepared(logo, signal)
      await storePhoto(file, (blob) =>
        inTransaction(db, async (tx) => {
          const brand = await withoutLogo(tx, accountId)
          await quota.reserve(tx, accountId, file.bytes.byteLength)
          const { mime, width, height, bytes } = file
          const facts = { mime, width, height, bytes: bytes.byteLength, colors: JSON.stringify(colors) }
          await brand.insertLogo({ account_id: accountId, blob, ...facts })
          await brand.change(accountId, changes, at)
          return { blob }
        }),
      )
      return read(accountId)
    },

    /** Removes the profile and the logo. */
    async clear(accountId: string): Promise<Schemas['BrandProfile']> {
      await inTransaction(db, async (tx) => (await withoutLogo(tx, accountId)).removeProfile(accountId))
      return read(accountId)
    },
  }
}

function changesOf({ colors, ...form }: Body<'brand.upload'>): Partial<ProfileRow> {
  const given = LINES.filter((line) => form[line] !== undefined)
  return {
    ...Object.fromEntries(given.map((line) => [line, singleLine(line, form[line] ?? '') || null])),
    // An empty text removes them, as it removes any field.
    ...(colors && {
      colors: JSON.stringify(colors.filter((color) => color !== '').map((color) => color.toLowerCase())),
    }),
  }
}
