import { expect, test } from 'vitest'
import { createS3Client } from './s3-requests.ts'

const LIMITS = { replyMs: 1_000, pauseMs: 1_000, patienceMs: { write: 0, read: 0 } }

const clientOf = (changes: { endpoint?: string; pathStyle?: boolean; prefix?: string }, now?: () => Date) =>
  createS3Client(
    {
      endpoint: 'https://s3.amazonaws.com',
      bucket: 'examplebucket',
      region: 'us-east-1',
      // The credentials of the examples that AWS publishes.
      accessKeyId: 'AKIAIOSFODNN7EXAMPLE',
      secretAccessKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
      prefix: '',
      pathStyle: false,
      redirect: true,
      ...changes,
    },
    LIMITS,
    now,
  )

test('a presigned address has the signature of the example that AWS publishes', async () => {
  // The time is that of the clock which all processes share, whatever this machine has.
  const clock = () => new Date('2013-05-24T00:00:00Z')
  const address = new URL(await clientOf({}, clock).presign('test.txt', 86_400, {}))
  expect(address.origin + address.pathname).toBe('https://examplebucket.s3.amazonaws.com/test.txt')
  expect(address.searchParams.get('X-Amz-Signature')).toBe(
    'aeeed9bbccd4d02ee5c0109b86d86835f995330da4c265957d157751f604d404',
  )
})

test('the bucket is in the host or in the path, below the path of the endpoint and above the prefix', async () => {
  const pathOf = async (changes: Parameters<typeof clientOf>[0]) => {
    const { origin, pathname } = new URL(await clientOf(changes).presign('results/a1.jpg', 60, {}))
    return origin + pathname
  }
  expect(await pathOf({ prefix: 'photos/' })).toBe('https://examplebucket.s3.amazonaws.com/photos/results/a1.jpg')
  expect(await pathOf({ pathStyle: true, endpoint: 'http://[::1]:9000' })).toBe(
    'http://[::1]:9000/examplebucket/results/a1.jpg',
  )
  expect(await pathOf({ pathStyle: true, endpoint: 'https://store.example/storage/v1/s3' })).toBe(
    'https://store.example/storage/v1/s3/examplebucket/results/a1.jpg',
  )
})
