import { type Orders, order } from '../../operations/define-operation.ts'
import { exportPlatform } from '../../operations/export-platform/export-platform-operation.ts'
import { exportFormat } from '../../operations/platforms/export-format.ts'
import type { Platforms } from '../../operations/platforms/platform-registry.ts'
import { termsOf } from '../../operations/platforms/platform-terms.ts'

/** What the body of an export asks for. */
export const exportOrders = (platforms: Platforms) =>
  ({
    platform: ({ image_url, platform, format }) => {
      const row = platforms.find(platform)
      return order(exportPlatform, { image_url, platform, terms: termsOf(row), format: exportFormat(row, format) })
    },
  }) satisfies Orders<'exports'>
