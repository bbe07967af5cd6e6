/** One event of a stream of server-sent events. */
export interface StreamEvent {
  /** The last id that the stream named. */
  readonly id: string | undefined
  readonly data: string
}

/**
 * Reads server-sent events from text that arrives in any pieces. A test compares it with `eventsource-parser`, which is a twelfth
 * of the whole client, because it also knows `retry` and limits its memory.
 *
 * @returns takes the next piece and gives the events that it completes
 */
export function createEventReader(): (piece: string) => StreamEvent[] {
  let rest = ''
  let id: string | undefined
  let data: string[] = []
  return (piece) => {
    const events: StreamEvent[] = []
    // A CR at the end may be the first half of a line break.
    const lines = (rest + piece).split(/\r\n|\n|\r(?!$)/)
    rest = lines.pop() as string
    for (const line of lines) {
      const [, field, value = ''] = /^([^:]*)(?:: ?(.*))?$/s.exec(line) as RegExpExecArray
      if (line === '') {
        if (data.length > 0) events.push({ id, data: data.join('\n') })
        data = []
      }
      if (field === 'data') data.push(value)
      if (field === 'id') id = value
    }
    return events
  }
}
