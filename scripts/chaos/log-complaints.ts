import { isDatabaseLost } from '#server-testing/process'

const ERROR = 50

interface LogLine {
  readonly level: number
  readonly msg?: string
  readonly err?: { readonly message: string; readonly code?: string; readonly stack?: string }
}

/**
 * What a log should not have: errors, and output that is not a log line. After an outage of the database, errors that say so are
 * expected.
 */
export function complaintsIn(log: string, hadOutage: boolean): string[] {
  const lines = log.split('\n').filter((line) => line.trim() !== '')
  return lines.flatMap((text, index) => {
    const line = parsed(text)
    // The last line may have been cut off by the kill.
    if (!line) return index < lines.length - 1 ? [text] : []
    const { level, err } = line
    if (level < ERROR || (hadOutage && err && isDatabaseLost(Object.assign(new Error(err.message), err)))) return []
    return [described(line)]
  })
}

/** The last lines of a server that ended by itself, the errors in short. */
export const lastLines = (log: string): string =>
  log
    .trim()
    .split('\n')
    .slice(-20)
    .map((text) => {
      const line = parsed(text)
      return line ? `${line.msg ?? ''}: ${line.err?.message ?? ''}` : text
    })
    .join('\n    ')

const described = ({ msg, err }: LogLine): string =>
  `logged ${msg}: ${err?.code ?? ''} ${err?.stack ?? err?.message ?? ''}`

function parsed(text: string): LogLine | undefined {
  try {
    return JSON.parse(text) as LogLine
  } catch {
    return undefined
  }
}
