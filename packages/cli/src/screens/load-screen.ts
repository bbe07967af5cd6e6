import type { Settings } from '../config/cli-settings.ts'

/**
 * Loads a screen together with ink and React; no other code loads them. The environment is set first: ink reads
 * FORCE_COLOR but not NO_COLOR, and React is faster in production mode.
 *
 * @example
 * const { confirm } = await loadScreen(settings, () => import('./confirm-question.tsx'))
 */
export function loadScreen<T>({ color }: Settings, load: () => Promise<T>): Promise<T> {
  if (!color) process.env.FORCE_COLOR = '0'
  process.env.NODE_ENV ??= 'production'
  return load()
}
