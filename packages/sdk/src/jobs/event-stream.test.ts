import { createParser, type EventSourceMessage } from 'eventsource-parser'
import { expect, test } from 'vitest'
import { createEventReader } from './event-stream.ts'

const STREAM = [
  ': a comment',
  'id: 1\ndata: {"state":"PENDING"}\n',
  'data\ndata:no space\ndata:  two spaces\n',
  'event: job\r\nid: 2\r\ndata: a: b\r\n\r\n: quiet\r\n\r\n',
  'retry: 10\nunknown: x\n',
  'data: after a lone return\r\rid\ndata: without an id\n',
  'data: not ended',
].join('\n')

test('events are those of eventsource-parser, wherever the stream is cut', () => {
  const expected: EventSourceMessage[] = []
  createParser({ onEvent: (event) => expected.push(event) }).feed(STREAM)
  expect(expected.length).toBeGreaterThan(4)
  for (let size = 1; size <= STREAM.length; size++) {
    const read = createEventReader()
    const pieces = STREAM.match(new RegExp(`[^]{1,${size}}`, 'g')) ?? []
    expect(pieces.flatMap(read).map(({ data }) => data)).toEqual(expected.map(({ data }) => data))
  }
})

test('an event keeps the last id of the stream, with which a lost connection goes on', () => {
  const read = createEventReader()
  expect(read('id: 7\ndata: a\n\ndata: b\n\n')).toEqual([
    { id: '7', data: 'a' },
    { id: '7', data: 'b' },
  ])
})
