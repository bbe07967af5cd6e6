import { expect, test } from 'vitest'
import { readConfig } from '../base/config/server-config.ts'
import { moveJson, moveLines } from './move-report.ts'

const config = readConfig({ PLATELIGHT_DATA: '/srv/data' })
const equal = { table: 'accounts', rows: 1_200, sha256: 'a'.repeat(64) }
const result = (target: typeof equal) => ({
  database: { from: 'there', to: 'here', tables: [{ source: equal, target }] },
  pictures: {
    from: 'bucket',
    to: 'folder',
    copied: 2,
    present: 1,
    bytes: 2_000_000,
    missing: ['results/gone.jpg'],
    different: [],
  },
  isEqual: target.sha256 === equal.sha256,
})
const both = { direction: 'back', database: true, pictures: true } as const

test('a copy that is equal is reported with what to do next, and with pictures that the original lacks too', () => {
  expect(moveLines(result(equal), both, config)).toBe(`from  there
to    here

table            rows       copied  checksum
accounts        1,200        1,200  aaaaaaaaaaaa equal

pictures from  bucket
pictures to    folder

2 copied, 1 already there, 2 MB with equal checksums
missing in the original too: 1
  results/gone.jpg

Everything is equal. The original was not changed.
Next: unset PLATELIGHT_DATABASE_URL and PLATELIGHT_S3_…, then start the server.
The server needs its secrets as /srv/data/secrets.json: copy the file there.`)
})

test('a copy that differs is reported as such, and nothing says to use it', () => {
  const differing = result({ ...equal, sha256: 'b'.repeat(64) })
  const lines = moveLines(differing, both, config)
  expect(lines).toContain('aaaaaaaaaaaa DIFFERENT: bbbbbbbbbbbb')
  expect(lines).toContain('The copy differs from the original, which was not changed. No server starts on the copy.')
  expect(lines).not.toContain('Next:')
  expect(moveJson(differing)).toMatchObject({ ok: false, database: { tables: [{ rows: 1_200, equal: false }] } })
})
