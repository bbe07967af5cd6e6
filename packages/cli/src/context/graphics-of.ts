import type { CliEnvironment } from '../base/cli-environment.ts'

/** How terminals show pictures, the best first. Coloured half blocks work everywhere. */
export const GRAPHICS = ['kitty', 'iterm', 'sixel', 'blocks'] as const
export type Graphics = (typeof GRAPHICS)[number]

/** The best picture protocol of this terminal. */
export function graphicsOf(env: CliEnvironment['env']): Graphics {
  const { TERM = '', TERM_PROGRAM = '', TMUX } = env
  // tmux does not pass picture protocols to the terminal.
  if (TMUX) return 'blocks'
  if (env.KITTY_WINDOW_ID || /kitty|ghostty/.test(TERM) || TERM_PROGRAM === 'ghostty') return 'kitty'
  if (TERM_PROGRAM === 'iTerm.app' || TERM_PROGRAM === 'WezTerm' || env.LC_TERMINAL === 'iTerm2') return 'iterm'
  return /sixel|mlterm|foot/.test(TERM) || env.WT_SESSION ? 'sixel' : 'blocks'
}
