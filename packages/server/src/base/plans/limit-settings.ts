import type { Plan } from '../account-plan.ts'
import { defaultMemoryMb } from '../config/default-memory.ts'
import type { SettingReaders } from '../config/setting-readers.ts'

/** What a picture may be, and what all of them together may take. */
export interface LimitSettings {
  readonly maxBytes: number
  readonly maxPixels: number
  readonly maxSide: number
  /** The largest photo that an upscale gives to its network. */
  readonly maxDetailPixels: number
  /** The memory budget of all pictures that are worked on at the same time. */
  readonly maxMemoryBytes: number
  readonly downloadMs: number
  readonly redirects: number
}

/** Bytes of uploads and originals that an account may store; Infinity for no limit. */
export interface StorageSettings {
  readonly unverified: number
  readonly plans: Readonly<Record<Plan, number>>
  /** Of all visitors and accounts that are not verified together, and of the visitors of one address. */
  readonly visitors: number
  readonly visitorAddress: number
}

export function readLimits(
  { integer }: SettingReaders,
  machine: { readonly networks: boolean; readonly threads: number },
): LimitSettings {
  return {
    maxBytes: integer('PLATELIGHT_MAX_IMAGE_MB', 25, 1, 200) * 1_000_000,
    maxPixels: integer('PLATELIGHT_MAX_IMAGE_MEGAPIXELS', 50, 1, 268) * 1_000_000,
    maxSide: integer('PLATELIGHT_MAX_IMAGE_SIDE', 12_000, 64, 32_000),
    maxDetailPixels: integer('PLATELIGHT_UPSCALE_MAX_MEGAPIXELS', 4, 1, 50) * 1_000_000,
    maxMemoryBytes: integer('PLATELIGHT_MEMORY_MB', defaultMemoryMb(machine), 64, 10_000_000) * 1_000_000,
    downloadMs: integer('PLATELIGHT_DOWNLOAD_SECONDS', 30, 1, 300) * 1000,
    redirects: integer('PLATELIGHT_MAX_REDIRECTS', 3, 0, 10),
  }
}

export function readStorage({ integer }: SettingReaders): StorageSettings {
  const storage = (name: string, megabytes: number): number =>
    integer(name, megabytes, 0, 1_000_000_000) * 1_000_000 || Number.POSITIVE_INFINITY
  return {
    unverified: storage('PLATELIGHT_STORAGE_UNVERIFIED_MB', 100),
    visitors: storage('PLATELIGHT_STORAGE_VISITORS_MB', 2_000),
    visitorAddress: storage('PLATELIGHT_STORAGE_VISITOR_ADDRESS_MB', 200),
    plans: {
      Free: storage('PLATELIGHT_STORAGE_FREE_MB', 2_000),
      Starter: storage('PLATELIGHT_STORAGE_STARTER_MB', 20_000),
      Growth: storage('PLATELIGHT_STORAGE_GROWTH_MB', 100_000),
      Pro: storage('PLATELIGHT_STORAGE_PRO_MB', 500_000),
      Enterprise: storage('PLATELIGHT_STORAGE_ENTERPRISE_MB', 0),
    },
  }
}
