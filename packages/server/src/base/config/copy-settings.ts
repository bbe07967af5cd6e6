import type { Engines } from '../engine-capability.ts'
import type { SettingReaders } from './setting-readers.ts'

/** A language model that is spoken to as OpenAI's chat completions are. */
export interface CopySettings {
  /** The address before `/chat/completions`. */
  readonly url: string
  readonly model: string
  /** Undefined for a server that asks for none, such as one of one's own. */
  readonly key: string | undefined
}

/** Reads the language model for copy. Its settings are needed only if it was chosen, by a process that writes copy. */
export function readCopy(
  { text, url, secret }: SettingReaders,
  { copy }: Pick<Engines, 'copy'>,
  problems: string[],
  { isTaken }: { readonly isTaken: boolean },
): CopySettings | undefined {
  const settings = { url: url('PLATELIGHT_COPY_URL'), model: text('PLATELIGHT_COPY_MODEL') }
  const key = secret('PLATELIGHT_COPY_KEY')
  if (copy !== 'openai-compatible' || !isTaken) return undefined
  if (settings.url === undefined || settings.model === undefined) {
    problems.push(
      'PLATELIGHT_ENGINE_COPY is openai-compatible, which needs PLATELIGHT_COPY_URL and PLATELIGHT_COPY_MODEL',
    )
    return undefined
  }
  return { url: settings.url, model: settings.model, key }
}
