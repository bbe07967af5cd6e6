import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { fakeApi } from '../support/fake-api.ts'
import { folderWith } from '../support/folder-with.ts'
import { command } from '../support/run-command.ts'

/** A server that has made a reel. */
async function filmMaker() {
  let url = ''
  const api = await fakeApi({
    'POST /api/mobile/reels': { status: 202, json: { job_id: 7, status: 'processing' } },
    'GET /api/mobile/jobs/7': () => ({
      json: {
        job_id: 7,
        status: 'completed',
        result: {
          video_url: `${url}/results/a.mp4`,
          warnings: [
            { code: 'words_not_understood', message: 'These words of motion_details were not understood: moon' },
          ],
        },
      },
    }),
    'GET /results/a.mp4': { bytes: Buffer.from('film') },
  })
  url = api.url
  const form = () => api.seen.find(({ path }) => path === '/api/mobile/reels')?.body.toString() ?? ''
  return { env: { PLATELIGHT_BASE_URL: url, PLATELIGHT_API_KEY: 'pl_live_0123456789' }, form }
}

/** The fields of a form by name. */
const fieldsOf = (form: string): Record<string, string> =>
  Object.fromEntries(
    [...form.matchAll(/name="(\w+)"(?:; filename="[^"]*")?\r\n(?:[^\r\n]+\r\n)*\r\n([^\r]*)/g)].map(
      ([, name, value]) => [name, value],
    ),
  )

test('reel sends what its flags say, and saves the film', async () => {
  const { env, form } = await filmMaker()
  const cwd = folderWith({ 'ramen.jpg': 'photo', 'logo.png': 'logo' })
  const words = ['--headline', 'Today', '--offer', '12 €', '--name', 'Mara', '--logo', 'logo.png']
  const flags = [...words, '--motion', 'orbit', '--details', 'slower, moon', '--duration', '8', '--aspect', '1:1']
  const { code, stdout, stderr } = await command(['reel', 'ramen.jpg', ...flags], { cwd, env })
  expect(code).toBe(0)
  expect(fieldsOf(form())).toEqual({
    image: 'photo',
    motion: 'orbit',
    motion_details: 'slower, moon',
    duration: '8',
    aspect: '1:1',
    headline: 'Today',
    offer: '12 €',
    business_name: 'Mara',
    logo_image: 'logo',
  })
  expect(readFileSync(join(cwd, 'ramen-reel.mp4'), 'utf8')).toBe('film')
  expect(stdout).toBe('ramen-reel.mp4\n')
  expect(stderr).toContain('These words of --details were not understood: moon')
})

test('without flags the server chooses, a film is replaced only where it is named', async () => {
  const { env, form } = await filmMaker()
  const cwd = folderWith({ 'ramen.jpg': 'photo', 'ramen-reel.mp4': 'the first' })
  expect((await command(['reel', 'ramen.jpg'], { cwd, env })).stdout).toBe('ramen-reel-2.mp4\n')
  expect(fieldsOf(form())).toEqual({ image: 'photo' })
  await command(['reel', 'ramen.jpg', '--output', 'ramen-reel.mp4'], { cwd, env })
  expect(readFileSync(join(cwd, 'ramen-reel.mp4'), 'utf8')).toBe('film')
})

test.each([
  [['--motion', 'fly'], 'push_in'],
  [['--duration', '11'], 'from 5 to 10'],
  [['--aspect', '2:1'], '9:16'],
])('reel %j is refused before anything is sent', async (flags, said) => {
  const { env, form } = await filmMaker()
  const { code, stderr } = await command(['reel', 'ramen.jpg', ...flags], {
    cwd: folderWith({ 'ramen.jpg': 'x' }),
    env,
  })
  expect(code).toBe(2)
  expect(stderr).toContain(said)
  expect(form()).toBe('')
})
