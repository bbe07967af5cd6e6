import { DEFAULT_LIMITS } from '@platelight/imaging/codec/file/image-limits.ts'
import { NO_NETWORKS } from '@platelight/imaging/network-port.ts'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { dishPhoto } from '../../../test/support/dish-photos.ts'
import { smartEditWork } from './smart-edit-work.ts'

const reported = async (photo: Uint8Array) => {
  const params = { image_url: 'https://example.com/dish.jpg', separate_background: false }
  const { details } = await smartEditWork([photo], params, { limits: DEFAULT_LIMITS, networks: NO_NETWORKS })
  return details.found.join(' ')
}

test('a photo is never praised, because what was measured is not all that a person sees', async () => {
  const photo = await dishPhoto({ width: 1200, height: 900 })
  const found = await reported(photo)
  expect(found).not.toMatch(/good/)
  expect(found).not.toBe('')
})

test('a blurred dish is called blurred, as a hero shot calls it', async () => {
  const photo = await dishPhoto({ width: 1200, height: 900 })
  expect(await reported(await sharp(photo).blur(6).jpeg({ quality: 95 }).toBuffer())).toMatch(/blurred/)
})
