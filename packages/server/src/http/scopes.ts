import type { Scope } from '../contract/index.ts'

/** Nouns whose changes are work on pictures; every other change concerns the account. */
const PICTURE_NOUNS = new Set(['photos', 'images', 'jobs', 'mobile', 'mobileJobs', 'uploads', 'exports', 'brand'])

/** Single operations that differ from their noun. */
const EXCEPTIONS: Readonly<Record<string, Scope>> = {
  'me.deleteImage': 'images',
  // Says what something would cost, changes nothing.
  'service.estimate': 'read',
}

/** What a credential must be allowed to do for an operation: `read` is every GET, the rest follows the noun. */
export function scopeOf({ id, method, path }: { id: string; method: string; path: string }): Scope {
  if (path.startsWith('/api/admin/')) return 'admin'
  if (method === 'GET' || method === 'HEAD') return 'read'
  const noun = id.slice(0, id.indexOf('.'))
  return EXCEPTIONS[id] ?? (PICTURE_NOUNS.has(noun) ? 'images' : 'account')
}
