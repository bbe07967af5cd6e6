import type { Settings } from '../config/cli-settings.ts'

/**
 * Loads a screen, and with it ink and React: nothing else does. What they read from the environment while they load
 * is set first, because ink's colours know FORCE_COLOR and not NO_COLOR, and React is quicker without its checks.
 *
 * @example
 * const { confirm } = await loadScreen(settings, () => import('./confirm-question.tsx'))
 */
export function loadScreen<T>({ color }: Settings, load: () => Promise<T>): Promise<T> {
  if (!color) process.env.FORCE_COLOR = '0'
  process.env.NODE_ENV ??= 'production'
  return load()
}
