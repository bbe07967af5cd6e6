import { expect, test } from 'vitest'
import { WITHOUT_HOME } from '../../../imaging/test/support/machine/without-home.ts'
import { photoService } from '../../../sdk/test/support/photo-service.ts'
import { pictures, run } from '../support/cli-process.ts'
import { folderWith } from '../support/folder-with.ts'

const menu = { 'menu/ramen.jpg': 'photo' }
const ENHANCE = ['enhance', 'menu', '--formats', 'square', '--yes', '--no-input']

test('a user without a home folder has help, and photos of a server that is named', async () => {
  const cwd = folderWith(menu)
  const help = await run(['--help'], { cwd, env: WITHOUT_HOME })
  expect({ code: help.code, stderr: help.stderr }).toEqual({ code: 0, stderr: '' })
  const service = await photoService()
  const env = { ...WITHOUT_HOME, PLATELIGHT_BASE_URL: service.url, PLATELIGHT_API_KEY: 'pl_live_test' }
  const enhanced = await run(ENHANCE, { cwd, env })
  expect(enhanced.stderr).not.toContain('uv_os_homedir')
  expect({ code: enhanced.code, files: Object.keys(pictures(cwd)).length }).toEqual({ code: 0, files: 2 })
})

// No folder can be made below a device, not even by root.
const NOWHERE = { ...WITHOUT_HOME, HOME: '/dev/null' }

test.each([
  ['keeps a setting', ['config', 'set', 'output', 'json'], 'XDG_CONFIG_HOME'],
  ['starts the built-in server', ENHANCE, 'XDG_DATA_HOME'],
])(
  'a home folder that cannot be written is one sentence with the way out, where a command %s',
  async (_, args, way) => {
    const { code, stderr } = await run(args, { cwd: folderWith(menu), env: NOWHERE })
    expect(code).toBe(2)
    expect(stderr.trim().split('\n')).toEqual([
      expect.stringMatching(new RegExp(`^error: .*/dev/null/.* Set ${way} to `)),
    ])
  },
)
