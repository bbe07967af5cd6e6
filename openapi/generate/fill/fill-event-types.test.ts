import { expect, test } from 'vitest'
import { documentWith } from '../../test/document-fixture.ts'
import { fillEventTypes } from './fill-event-types.ts'

test('a schema with x-event-types gets an enum of its own values and the event types; an array of them gets maxItems', () => {
  const document = documentWith(
    {},
    {
      schemas: {
        Type: { type: 'string', 'x-event-types': [], description: 'Type of an event.' },
        Selection: { type: 'array', uniqueItems: true, items: { type: 'string', 'x-event-types': ['*'] } },
        Other: { type: 'string', enum: ['a'] },
      },
    },
  )
  document.webhooks = { 'thing.made': {}, 'thing.lost': {} }
  fillEventTypes(document)
  expect(document.components.schemas).toEqual({
    Type: { type: 'string', enum: ['thing.made', 'thing.lost'], description: 'Type of an event.' },
    Selection: {
      type: 'array',
      uniqueItems: true,
      maxItems: 3,
      items: { type: 'string', enum: ['*', 'thing.made', 'thing.lost'] },
    },
    Other: { type: 'string', enum: ['a'] },
  })
})
