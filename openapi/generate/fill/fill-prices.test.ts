import { expect, test } from 'vitest'
import { documentWith } from '../../test/document-fixture.ts'
import { fillPrices, priceProblems, withPrices } from './fill-prices.ts'

test('a price is written as an amount, as a number, or as a sum', () => {
  expect(withPrices('Costs {credits upscale.2} at 2x and {number upscale.4} at 4x.')).toBe(
    'Costs 1 credit at 2x and 2 at 4x.',
  )
  expect(withPrices('Costs {credits inpaint}, {number enhance +\n  remove-background} with both.')).toBe(
    'Costs 2 credits, 2 with both.',
  )
  expect(withPrices('GET /v1/photos/{id}')).toBe('GET /v1/photos/{id}')
})

test.each(['{credits supper}', '{credits upscale}', '{number upscale.3}'])('%s stops the generator', (text) => {
  expect(() => withPrices(text)).toThrow(/prices.ts has no price (supper|upscale)/)
})

test('every text of a document is filled', () => {
  const document = documentWith({ description: 'Costs {credits relight}.' })
  fillPrices(document)
  expect(document.paths['/api/things']?.post?.description).toBe('Costs 1 credit.')
})

test('a price that is written by hand is a problem, one in an example is not', () => {
  const example = { type: 'object', example: { message: 'This needs 2 credits.' } }
  expect(priceProblems(documentWith({ description: 'Costs {credits relight}.' }, { schemas: { example } }))).toEqual([])
  expect(priceProblems(documentWith({ description: 'Costs 1 credit.' }))).toEqual([
    '/paths//api/things/post/description contains the fixed price "1 credit"; write {credits name} with a name from prices.ts',
  ])
})
