import type { CliEnvironment } from '../base/cli-environment.ts'
import type { Context } from '../context/command-context.ts'
import type { Finding } from './doctor-finding.ts'

/** Reads colours, characters and picture protocol from the environment, without querying the terminal. */
export function checkTerminal({ environment, settings }: Context): Finding[] {
  const { env, stdout } = environment
  if (!stdout.isTTY) {
    return [{ name: 'terminal', state: 'ok', message: 'none here: output is plain lines' }]
  }
  const width = stdout.columns ?? 80
  const depth = settings.color ? `${2 ** (stdout.getColorDepth?.() ?? 4)} colours` : 'no colour'
  const unicode = hasUnicode(env)
  const pictures = graphicsOf(env)
  const message = `${width} columns, ${depth}, ${unicode ? 'Unicode' : 'no Unicode'}, pictures by ${pictures}`
  if (unicode) return [{ name: 'terminal', state: 'ok', message }]
  return [{ name: 'terminal', state: 'warn', message, advice: 'Set LANG to a UTF-8 locale, such as C.UTF-8.' }]
}

/** Windows terminals set no locale but support Unicode. */
const hasUnicode = ({ LC_ALL, LC_CTYPE, LANG }: CliEnvironment['env']): boolean =>
  process.platform === 'win32' || /utf-?8/i.test(LC_ALL || LC_CTYPE || LANG || '')

/** The best picture protocol of this terminal. */
export function graphicsOf(env: CliEnvironment['env']): 'kitty' | 'iterm' | 'sixel' | 'blocks' {
  const { TERM = '', TERM_PROGRAM = '', TMUX } = env
  // tmux does not pass picture protocols to the terminal.
  if (TMUX) return 'blocks'
  if (env.KITTY_WINDOW_ID || /kitty|ghostty/.test(TERM) || TERM_PROGRAM === 'ghostty') return 'kitty'
  if (TERM_PROGRAM === 'iTerm.app' || TERM_PROGRAM === 'WezTerm' || env.LC_TERMINAL === 'iTerm2') return 'iterm'
  return /sixel|mlterm|foot/.test(TERM) || env.WT_SESSION ? 'sixel' : 'blocks'
}
