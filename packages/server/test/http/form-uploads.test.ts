import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import type { UncheckedCall } from '../../src/contract/index.ts'
import { form, nothingLeft, picture } from './form-fixture.ts'
import { startHttp } from './http-fixture.ts'

const problems = async (answer: Response) => {
  const { detail } = (await answer.json()) as { detail: { loc: (string | number)[]; type: string }[] }
  return Object.fromEntries(detail.map(({ loc, type }) => [loc.join('.'), type]))
}

test('the handler gets the file on disk, converted texts and defaults, and the file is deleted afterwards', async () => {
  let bytes: Buffer | undefined
  let seen: UncheckedCall | undefined
  const fixture = await startHttp({
    handlers: {
      'mobile.uploads': async (call) => {
        seen = call
        bytes = await readFile(call.files[0]!.path)
        return { ok: true }
      },
    },
  })
  const body = form(['image', picture(5000, 'Crème brûlée 🍮.jpg')], ['count', '3'], ['exact', 'true'])
  const answer = await fixture.send('POST', '/api/mobile/uploads', { body })
  expect(answer.status).toBe(200)
  expect(seen?.body).toEqual({ style: 'natural', enhancements: '[]', count: 3, exact: true })
  expect(seen?.files).toMatchObject([{ field: 'image', filename: 'Crème brûlée 🍮.jpg', sizeBytes: 5000 }])
  expect(bytes).toEqual(Buffer.alloc(5000, 7))
  await nothingLeft(fixture)
})

test('a list field accepts one file or several', async () => {
  const fixture = await startHttp()
  const one = form(['references', picture()], ['instruction', 'x'], ['words', 'only'])
  expect((await fixture.send('POST', '/api/jobs/compose', { body: one })).status).toBe(200)
  const three = form(
    ['references', picture()],
    ['references', picture()],
    ['references', picture()],
    ['instruction', 'x'],
  )
  expect((await fixture.send('POST', '/api/jobs/compose', { body: three })).status).toBe(200)
  expect(fixture.calls.map(({ call }) => call.files.length)).toEqual([1, 3])
  expect(fixture.calls[0]?.body).toEqual({ instruction: 'x', words: ['only'] })

  const four = form(...Array.from({ length: 4 }, () => ['references', picture()] as [string, File]), [
    'instruction',
    'x',
  ])
  expect(await problems(await fixture.send('POST', '/api/jobs/compose', { body: four }))).toEqual({
    'body.references': 'maxItems',
  })
  const none = form(['instruction', ''])
  expect(await problems(await fixture.send('POST', '/api/jobs/compose', { body: none }))).toEqual({
    'body.references': 'required',
    'body.instruction': 'minLength',
  })
  await nothingLeft(fixture)
})

test('wrong kinds of fields are reported together, each with its place', async () => {
  const fixture = await startHttp()
  const body = form(['image', 'https://example.com/a.jpg'], ['style', picture()], ['count', 'many'], ['exact', 'yes'])
  const answer = await fixture.send('POST', '/api/mobile/uploads', { body })
  expect(answer.status).toBe(422)
  expect(await problems(answer)).toEqual({
    'body.image': 'file',
    'body.style': 'type',
    'body.count': 'type',
    'body.exact': 'type',
  })
  const twice = await fixture.send('POST', '/api/mobile/uploads', {
    body: form(['image', picture()], ['image', picture()]),
  })
  expect(await problems(twice)).toHaveProperty('body.image')
  const empty = await fixture.send('POST', '/api/mobile/uploads', { body: form(['image', '']) })
  expect(await problems(empty)).toEqual({ 'body.image': 'required' })
  expect(fixture.calls).toEqual([])
  await nothingLeft(fixture)
})

test('a field with JSON text is validated', async () => {
  const { send, calls } = await startHttp()
  const upload = (enhancements: string) =>
    send('POST', '/api/mobile/uploads', { body: form(['image', picture()], ['enhancements', enhancements]) })
  expect(await problems(await upload('[color'))).toEqual({ 'body.enhancements': 'json' })
  expect(await problems(await upload('["color","loud"]'))).toEqual({ 'body.enhancements.1': 'enum' })
  expect(await problems(await upload('{}'))).toEqual({ 'body.enhancements': 'type' })
  expect((await upload('["light"]')).status).toBe(200)
  expect(calls[0]?.body).toMatchObject({ enhancements: '["light"]' })
})

test('a list of one text that looks like JSON stays a list of texts', async () => {
  const { send, calls } = await startHttp()
  await send('POST', '/api/jobs/compose', {
    body: form(['references', picture()], ['instruction', 'x'], ['words', '5']),
  })
  expect(calls[0]?.body).toEqual({ instruction: 'x', words: ['5'] })
})

test('unknown fields and files are dropped and named in X-Ignored-Fields', async () => {
  const fixture = await startHttp()
  const body = form(['image', picture()], ['mystery', 'x'], ['extra', picture()])
  const answer = await fixture.send('POST', '/api/mobile/uploads', { body })
  expect(answer.status).toBe(200)
  expect(answer.headers.get('x-ignored-fields')).toBe('mystery, extra')
  expect(fixture.calls[0]?.call.files).toHaveLength(1)
  await nothingLeft(fixture)
})

test('an optional form that is left out gets its defaults', async () => {
  const { send, calls } = await startHttp()
  expect((await send('POST', '/api/mobile/assets')).status).toBe(200)
  expect(calls[0]?.body).toEqual({ headline: '' })
  expect(calls[0]?.call.files).toEqual([])
})

test('a malformed form is refused and leaves no file', async () => {
  const fixture = await startHttp()
  const headers = { 'content-type': 'multipart/form-data; boundary=x' }
  const cut = '--x\r\nContent-Disposition: form-data; name="image"; filename="a.jpg"\r\n\r\nabc'
  for (const body of ['hello', cut, `--x\r\nbroken\r\n\r\nabc\r\n--x--`]) {
    const answer = await fixture.send('POST', '/api/mobile/uploads', { body, headers })
    expect([400, 422], body).toContain(answer.status)
  }
  const unbounded = await fixture.send('POST', '/api/mobile/uploads', {
    body: 'x',
    headers: { 'content-type': 'multipart/form-data' },
  })
  expect(unbounded.status).toBe(400)
  await nothingLeft(fixture)
})

/** A form of one part with these headers, as clients write it that build their forms themselves. */
const onePart = (headers: readonly string[], content = Buffer.alloc(300_000, 0xd8)) => ({
  headers: { 'content-type': 'multipart/form-data; boundary=B' },
  body: Buffer.concat([Buffer.from(`--B\r\n${headers.join('\r\n')}\r\n\r\n`), content, Buffer.from('\r\n--B--\r\n')]),
})

test('a file is taken under the name of a list, and without a file name if it is marked as bytes', async () => {
  const fixture = await startHttp()
  const named = (disposition: string) => [
    `Content-Disposition: form-data; ${disposition}`,
    'Content-Type: application/octet-stream',
  ]
  for (const disposition of ['name="image[]"; filename="a.jpg"', 'name="image[0]"; filename="a.jpg"', 'name="image"']) {
    const answer = await fixture.send('POST', '/api/mobile/uploads', onePart(named(disposition)))
    expect(answer.status, disposition).toBe(200)
  }
  expect(fixture.calls.map(({ call }) => call.files.map(({ field, sizeBytes }) => [field, sizeBytes]))).toEqual(
    Array(3).fill([['image', 300_000]]),
  )
  // A browser sends this if no file was chosen.
  const unchosen = onePart(named('name="image"; filename=""'), Buffer.alloc(0))
  expect(await problems(await fixture.send('POST', '/api/mobile/uploads', unchosen))).toEqual({
    'body.image': 'required',
  })
  await nothingLeft(fixture)
})

test('a refusal names what came instead of the file', async () => {
  const fixture = await startHttp()
  const refusal = async (sent: { body: BodyInit; headers?: Record<string, string> }) => {
    const answer = await fixture.send('POST', '/api/mobile/uploads', sent)
    expect(answer.status).toBe(422)
    const { detail } = (await answer.json()) as { detail: { loc: string[]; msg: string }[] }
    return detail.find(({ loc }) => loc[1] === 'image')?.msg
  }
  expect(await refusal({ body: form(['file', picture()], ['style', 'natural']) })).toMatch(
    /a file in the field "image".* a file in the field "file", text in the field "style"\./,
  )
  expect(await refusal({ body: form(['note', 'hello']) })).toMatch(/What came is text in the field "note"\./)
  const many = form(...Array.from({ length: 8 }, (_, i) => [`f${i}`, 'x'] as [string, string]))
  expect(await refusal({ body: many })).toMatch(/"f4" and 3 more\./)
  const nameless = ['Content-Disposition: form-data; name="image"', 'Content-Type: image/jpeg']
  for (const content of [Buffer.alloc(300, 0xd8), Buffer.alloc(300_000, 0xd8)]) {
    expect(await refusal(onePart(nameless, content))).toMatch(/need a file name/)
  }
  await nothingLeft(fixture)
})
