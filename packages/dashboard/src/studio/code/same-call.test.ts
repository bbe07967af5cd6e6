import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { CATALOGUE } from '../../../../cli/src/generated/operation-catalogue.ts'
import { flagOf } from '../../../../cli/src/operations/operation-parameters.ts'
import { OPERATIONS } from '../../generated/operations.ts'
import { operationCall, sameCall } from './same-call.ts'

const wish = { preset: 'balanced', formats: ['square', 'original'], removeBackground: false, upscale: false } as const
const NASTY = [`it's "hot"; $(touch /tmp/x) \`id\` & <b>.jpg`, 'a, b\\c.jpg', '-rf.jpg', `\${HOME}.jpg`]

test.each(NASTY)('a shell takes the file name %j as text', (name) => {
  const { cli, curl } = sameCall({ name, wish, server: 'http://127.0.0.1:8787' })
  const seen = (script: string) => execFileSync('sh', ['-c', script], { encoding: 'utf8' }).split('\n').filter(Boolean)
  const stubs = `platelight() { printf '%s\\n' "$@"; }; curl() { for a; do case "$a" in image=*) printf '%s\\n' "$a" >&2;; esac; done; }; jq() { cat >/dev/null; };`
  expect(seen(`${stubs} ${cli}`)[1]).toBe(`./${name}`)
  expect(seen(`exec 2>&1; ${stubs} ${curl} </dev/null`)).toContain(`image=@"${name.replaceAll(/["\\]/g, '\\$&')}"`)
})

test('the program asks for what was chosen', () => {
  const { sdk, cli } = sameCall({
    name: 'a.jpg',
    wish: { ...wish, removeBackground: true },
    server: 'https://x.example',
  })
  expect(sdk).toContain('removeBackground: true,\n  upscale: false,')
  expect(cli).toContain('--preset balanced --formats square,original --remove-background --no-upscale')
})

test('what somebody drew on the photo is part of every call', () => {
  const subject = { strokes: [{ kind: 'keep' as const, points: [{ x: 0.4, y: 0.6 }] }] }
  const text = JSON.stringify(subject.strokes)
  const { curl, sdk, cli } = sameCall({ name: 'a.jpg', wish, subject, server: 'https://x.example' })
  expect(curl).toContain(`"subject":{"strokes":${text}}`)
  expect(sdk).toContain(`  subject: {"strokes":${text}},`)
  expect(cli).toContain(` --subject-strokes '${text}'`)
  const box = { x: 0.1, y: 0.2, width: 0.3, height: 0.4 }
  expect(sameCall({ name: 'a.jpg', wish, subject: { box }, server: '' }).cli).toContain(
    ' --subject-box 0.1,0.2,0.3,0.4',
  )
})

/** A value for each option that a shell could misread. */
const sampleOf = ({ type, choices, min = 0, max = 1 }: (typeof OPERATIONS)[number]['options'][number]) =>
  choices?.at(-1) ?? (type === 'boolean' ? true : type === 'text' ? `it's "hot" \\(x)` : min || max)

test.each(OPERATIONS)('the call of $name asks for what was chosen', async (operation) => {
  const options = Object.fromEntries(operation.options.map((option) => [option.name, sampleOf(option)]))
  const { curl, sdk, cli } = operationCall({ name: 'a.jpg', work: { operation, options }, server: 'https://x.example' })
  const stubs = `jq() { for a; do case "$a" in {*) printf '%s' "$a" >&2;; esac; done; }; curl() { :; };`
  const program = execFileSync('sh', ['-c', `exec 2>&1; ${stubs} ${curl}`], { encoding: 'utf8' })
  expect(JSON.parse(program.slice(0, program.lastIndexOf(' + ')))).toEqual(options)
  expect(program).toContain(operation.takesMask ? 'mask_url: $mask}' : '{image_url: $url}')
  expect(sdk).toContain(`await client.${operation.noun}.${operation.method}({\n  image_url,\n`)
  const body = sdk.slice(sdk.lastIndexOf('({') + 1, sdk.lastIndexOf('})') + 1)
  expect(new Function('image_url', 'mask_url', `return ${body}`)('a')).toMatchObject(options)
  const seen = execFileSync('sh', ['-c', `platelight() { printf '%s\\n' "$@"; }; ${cli}`], { encoding: 'utf8' })
  const entry = CATALOGUE.find(({ name }) => name === operation.name)
  for (const typed of seen.split('\n').filter((word) => word.startsWith('--'))) {
    const [flag] = typed.slice(2).split('=')
    expect(entry?.parameters.map(flagOf).flatMap((known) => [known, `no-${known}`])).toContain(flag)
  }
})
