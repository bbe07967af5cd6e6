import { expect, test } from 'vitest'
import { withGenerated, withMarkedPrices } from './readme-tables.ts'

test('only what is between the marks is replaced', () => {
  const text = 'Before.\n<!-- generated: events -->\nold\n<!-- /generated -->\nAfter.\n'
  expect(withGenerated(text, 'events', 'new\n')).toBe(text.replace('old', 'new'))
})

test.each(['No mark.', '<!-- generated: events -->\nno end', 'no start\n<!-- /generated -->'])(
  'a text without the marks stops the generator: %s',
  (text) => {
    expect(() => withGenerated(text, 'events', 'new\n')).toThrow('The markers of events are missing')
  },
)

test('a price in running text follows the prices', () => {
  const price = (text: string) => `It costs <!-- credits inpaint -->${text}<!-- /credits -->.`
  expect(withMarkedPrices(price('9 credits'))).toBe(price('2 credits'))
})
