import { expect, test } from 'vitest'
import { bindHandlers } from './bind-handlers.ts'
import type { Endpoint } from './endpoint-table.ts'

const endpoint = (id: string, more: Partial<Endpoint> = {}) =>
  ({
    id,
    method: 'POST',
    path: `/api/${id}`,
    retired: undefined,
    ...more,
  }) as Endpoint
const handler = async () => ({})

test('matching handlers are bound', () => {
  const built = endpoint('images.enhance')
  const bound = bindHandlers([built, endpoint('retired.old', { retired: 'Gone.' })], { 'images.enhance': handler })
  expect([...bound]).toEqual([[built, handler]])
})

test('all mismatches are listed in one error', () => {
  const start = () =>
    bindHandlers(
      [
        endpoint('images.enhance'),
        endpoint('images.missing'),
        endpoint('retired.old', { retired: 'Gone.' }),
        endpoint('images.missing', { path: '/api/twice' }),
      ],
      { 'images.enhance': handler, 'retired.old': handler, 'images.unknown': handler },
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
      'retired.old is retired and has a handler',
      'the document has no endpoint images.unknown',
    ].sort(),
  )
})

test('names of object members are not handlers', () => {
  expect(() => bindHandlers([endpoint('constructor')], {})).toThrow('constructor has no handler')
})
