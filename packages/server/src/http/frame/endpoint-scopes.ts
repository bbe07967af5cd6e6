import type { Scope } from '../../contract/index.ts'

/** Nouns whose changes are work on pictures; every other change concerns the account. */
const PICTURE_NOUNS = new Set(['photos', 'images', 'jobs', 'mobile', 'mobileJobs', 'uploads', 'exports', 'brand'])

/** Single endpoints that differ from their noun. */
const EXCEPTIONS: Readonly<Record<string, Scope>> = {
  'me.deleteImage': 'images',
  // Says what something would cost, changes nothing.
  'service.estimate': 'read',
}

/** Changes of the account that have photos sent somewhere: whoever may not read them may not have them sent either. */
const SENDS_PHOTOS = new Set(['webhooks.create', 'webhooks.update', 'webhooks.test', 'webhooks.redeliver'])

/** What a credential must be allowed to do for an endpoint: `read` is every GET, the rest follows the noun. */
export function scopesOf({ id, method, path }: { id: string; method: string; path: string }): readonly Scope[] {
  if (path.startsWith('/api/admin/')) return ['admin']
  if (method === 'GET' || method === 'HEAD') return ['read']
  const noun = id.slice(0, id.indexOf('.'))
  const scope = EXCEPTIONS[id] ?? (PICTURE_NOUNS.has(noun) ? 'images' : 'account')
  return SENDS_PHOTOS.has(id) ? [scope, 'read'] : [scope]
}
