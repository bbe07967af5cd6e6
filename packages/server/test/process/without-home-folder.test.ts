import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { WITHOUT_HOME } from '@platelight/imaging/testing/machine/without-home.ts'
import { Platelight } from '@platelight/sdk'
import { expect, onTestFinished, test } from 'vitest'
import { createKey, startProcess } from '../support/server-process.ts'

test('a user without a home folder makes keys and starts the server, which draws', async () => {
  const data = mkdtempSync(join(tmpdir(), 'platelight-no-home-'))
  onTestFinished(() => rmSync(data, { recursive: true, force: true }))
  const server = await startProcess(data, { env: WITHOUT_HOME })
  const { key } = await createKey(data, 20, 'ana@example.com', WITHOUT_HOME)
  const { images } = new Platelight({ baseUrl: server.url, apiKey: key })
  // Its letters and its picture are drawn by a library that looks for fonts in the home folder.
  expect(await images.generate({ prompt: 'Tacos on slate' })).toMatchObject({ faithfulness: 'preview' })
  await server.kill('SIGTERM')
  expect(await server.exited).toMatchObject({ code: 0 })
})
