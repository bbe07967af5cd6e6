import { expect, test } from 'vitest'
import { bind } from './bind-handlers.ts'
import type { Operation } from './endpoint-table.ts'

const operation = (id: string, more: Partial<Operation> = {}) =>
  ({
    id,
    method: 'POST',
    path: `/api/${id}`,
    pending: false,
    retired: undefined,
    imageOperations: [],
    pendingOperations: [],
    ...more,
  }) as Operation
const handler = async () => ({})

test('what fits is bound', () => {
  const built = operation('images.enhance', { imageOperations: ['enhance'] })
  const bound = bind(
    [
      built,
      operation('images.later', { pending: true, imageOperations: ['later'], pendingOperations: ['later'] }),
      operation('retired.old', { retired: 'Gone.' }),
    ],
    { 'images.enhance': handler },
    new Set(['enhance']),
  )
  expect([...bound]).toEqual([[built, handler]])
})

test('an operation may name one that is not built yet where the list of those says so', () => {
  const submit = operation('jobs.submit', { imageOperations: ['enhance', 'later'], pendingOperations: ['later'] })
  expect([...bind([submit], { 'jobs.submit': handler }, new Set(['enhance'])).keys()]).toEqual([submit])
  expect(() => bind([submit], { 'jobs.submit': handler }, new Set())).toThrow('names the unknown operation enhance')
})

test('every mismatch is listed at once, and nothing starts', () => {
  const start = () =>
    bind(
      [
        operation('images.enhance', { imageOperations: ['enhence'] }),
        operation('images.missing'),
        operation('images.pending', { pending: true }),
        operation('retired.old', { retired: 'Gone.' }),
        operation('retired.odd', { retired: 'Gone.', pending: true }),
        operation('images.missing', { path: '/api/twice' }),
      ],
      { 'images.enhance': handler, 'images.pending': handler, 'retired.old': handler, 'images.unknown': handler },
      new Set(['enhance']),
    )
  let message = ''
  try {
    start()
  } catch (error) {
    message = (error as Error).message
  }
  expect(message.split('\n  ').slice(1).sort()).toEqual(
    [
      'POST /api/twice has the operationId images.missing of another',
      'images.missing has no handler',
      'images.missing has no handler',
      'images.pending has a handler and is still on the list of what is not built',
      'retired.old is retired and has a handler',
      'retired.odd is both retired and pending',
      'the document has no operation images.unknown',
      'images.enhance names the unknown operation enhence',
      'no path does the operation enhance',
    ].sort(),
  )
})

test('names that every object has are no handlers', () => {
  expect(() => bind([operation('constructor')], {})).toThrow('constructor has no handler')
})
