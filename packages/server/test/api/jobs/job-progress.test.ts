import { expect, test } from 'vitest'
import type { Engine } from '../../../src/engines/engine-port.ts'
import { inlineEngine } from '../../../src/engines/inline-engine.ts'
import type { Batch, Operation } from '../../../src/operations/define-operation.ts'
import type { ProgressReport } from '../../../src/operations/define-work.ts'
import { OPERATIONS } from '../../../src/operations/image-operations.ts'
import { dishPhoto } from '../../support/dish-photos.ts'
import { startApp } from '../../support/start-app.ts'

test('every operation reports its progress several times, and never goes back', async () => {
  const reported = new Map<string, ProgressReport[]>()
  const engine = (limits: Parameters<typeof inlineEngine>[0]): Engine => {
    const real = inlineEngine(limits)
    const perform: Engine['perform'] = (task, options) => {
      const words: ProgressReport[] = []
      reported.set(task.operation, words)
      const report = (done: ProgressReport) => {
        words.push(done)
        options.report?.(done)
      }
      return real.perform(task, { ...options, report })
    }
    return { ...real, perform }
  }
  const app = await startApp({ engine })
  const { client } = await app.customer({ credits: 200 })
  const image_url = (await client.uploads.create(new Uint8Array(await dishPhoto({ width: 240, height: 180 })))).url
  const { images } = client
  await Promise.all(
    [
      images.enhance({ image_url }),
      images.aiEnhance({ image_url }),
      images.enhanceColors({ image_url }),
      images.smartEdit({ image_url }),
      images.removeBackground({ image_url }),
      images.relight({ image_url }),
      images.fixBlur({ image_url }),
      images.inpaint({ image_url, box: { x: 0.1, y: 0.1, width: 0.2, height: 0.2 } }),
      images.heroShot({ image_url }),
      images.heroShot({ image_url, prompt: 'warmer, then darker' }),
      images.smartLayers({ image_url }),
      images.menuConsistency({ image_urls: [image_url, image_url] }),
      images.generate({ prompt: 'Tacos on slate' }),
      images.generateV2({ prompt: 'Tacos on slate', num_outputs: 2 }),
      images.edit({ image_urls: [image_url], prompt: 'warmer, then crop square' }),
      images.compose({ image_urls: [image_url, image_url], prompt: 'on slate' }),
      client.mobile.chatEdit({ image_url, instruction: 'warmer' }),
      client.reels
        .create({ image: new Uint8Array(await dishPhoto({ width: 160, height: 120 })) })
        .then((job) => job.wait()),
      client.assets.create({ headline: 'Soup of the day' }),
      client.mobile.demoEnhance({ image: new Uint8Array(await dishPhoto({ width: 160, height: 120 })) }),
      client.mobileJobs.layerEdit({ image_url, layer: 'background', instruction: 'darker' }).then((job) => job.wait()),
    ].map((call) => (call as Promise<unknown>).catch(() => undefined)),
  )
  await app.close()

  // Operations that count their own tiles and steps have their own tests. All platforms share the work of the next two. Texts
  // have no steps.
  const elsewhere = new Set([
    'upscale',
    'process-image',
    'platform-optimize',
    'export-platform',
    'enrich',
    'caption-copy',
  ])
  const expected = Object.values<Operation | Batch>(OPERATIONS).flatMap(({ name, isBatch }) =>
    isBatch || elsewhere.has(name) ? [] : [name],
  )
  expect([...reported.keys()].sort()).toEqual(expected.sort())
  for (const [name, words] of reported) {
    expect(words.length, name).toBeGreaterThanOrEqual(2)
    const steps = words.map(({ current }) => current)
    expect(steps, name).toEqual([...steps].sort((a, b) => a - b))
    expect(new Set(words.map(({ total }) => total)).size, name).toBe(1)
  }
})
