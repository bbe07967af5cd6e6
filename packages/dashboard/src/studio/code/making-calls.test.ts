import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { assetCall, checkCall, matchCall, reelCall } from './making-calls.ts'

const names = [`it's "hot"; $(touch /tmp/x).jpg`, 'a, b\\c.jpg']
const [name = ''] = names
const server = 'https://x.example'
const words = { headline: `@it's "hot"`, offer: '-10 %' }
const form = { asset_type: 'poster', ...words }
const calls = {
  check: checkCall({ name, platform: 'ubereats.item', server }),
  match: matchCall({ names, reference: 1, server }),
  asset: assetCall({ names, form, server }),
  menu: assetCall({ names: [], form: { asset_type: 'menu', source_text: `Soup  3\nit's` }, server }),
  reel: reelCall({ name, form: { motion: 'orbit', ...words }, server }),
}
const run = (script: string) => execFileSync('sh', ['-c', script], { encoding: 'utf8', cwd: '/tmp' }).split('\n')

test.each(Object.entries(calls))(
  'the texts of %s are taken by a shell and a program as they are',
  (_, { curl, sdk, cli }) => {
    expect(
      run(
        `platelight() { :; }; curl() { :; }; jq() { :; }; set -e; ${curl}\n${cli.replace('> menu.txt', '> /dev/null')}`,
      ),
    ).toBeDefined()
    const body = sdk.replace(/^import .*$/m, '')
    expect(() => new Function(`return async () => {${body}}`)).not.toThrow()
  },
)

test('files, words and flags arrive as they were chosen', () => {
  const echo = `platelight() { printf '%s\\n' "$@"; }; curl() { printf '%s\\n' "$@"; };`
  expect(run(`${echo} ${calls.asset.cli}`)).toEqual(
    expect.arrayContaining(['poster', `./${name}`, '--headline', words.headline, '--offer=-10 %']),
  )
  expect(run(`${echo} ${calls.asset.curl}`)).toEqual(
    expect.arrayContaining([`headline=${words.headline}`, 'offer=-10 %', String.raw`reference_images=@"a, b\\c.jpg"`]),
  )
  expect(run(`${echo} ${calls.reel.cli}`)).toEqual(expect.arrayContaining(['reel', `./${name}`, '--motion', 'orbit']))
  expect(run(`${echo} ${calls.match.cli}`)).toEqual(expect.arrayContaining(['match', '--reference', './a, b\\c.jpg']))
  expect(calls.match.curl).toContain('{image_urls: [$url1, $url2], reference_url: $url2}')
  expect(calls.match.sdk).toContain('menuConsistency({ image_urls, reference_url: image_urls[1] })')
})
