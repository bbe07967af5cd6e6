import { expect, test } from 'vitest'
import { isMoment } from './date-time-format.ts'

test.each([
  '2027-02-28T23:59:59Z',
  '2028-02-29T00:00:00.123456789Z',
  '2027-01-01T05:30:00+05:30',
  '9999-12-31T23:59:59Z',
])('%s is a moment', (text) => expect(isMoment(text)).toBe(true))

test.each([
  ...['2027-02-30T00:00:00Z', '2027-02-29T00:00:00Z', '2027-13-01T00:00:00Z', '2027-00-10T00:00:00Z'],
  ...['2027-01-01T24:00:00Z', '2027-01-01T29:00:00Z', '2027-06-30T23:59:60Z', '2027-01-01T00:00:00+99:99'],
  ...['9999-12-31T23:59:59-14:00', '2027-01-01T00:00:00', '2027-01-01 00:00:00Z', '2027-01-01', '', 'soon'],
])('%s is not a moment', (text) => expect(isMoment(text)).toBe(false))
