import type { Program } from '@platelight/imaging/testing/machine/outside-programs.ts'
import type { S3Settings } from '../../../src/base/config/s3-settings.ts'
import { readConfig } from '../../../src/base/config/server-config.ts'
import { startService } from '../services/service-script.ts'
import { s3Environment, TEST_S3 } from './stored-blobs.ts'

/** What `startS3` starts where the test run has no S3 service. */
export const S3_PROGRAMS: Program[] =
  TEST_S3 === undefined ? ['memcached', 'swift-proxy', 'swift-account', 'swift-container', 'swift-object'] : []

export interface S3Server {
  /** The settings of a server that keeps its pictures there. */
  readonly env: Readonly<Record<string, string>>
  readonly settings: S3Settings
  stop(): Promise<void>
}

/** The S3 service of this test run if it has one (TEST_S3_URL), else one of its own. */
export async function startS3(): Promise<S3Server> {
  if (TEST_S3 !== undefined) return { ...serviceAt(TEST_S3), stop: async () => {} }
  const { values, stop } = await startService('with-s3.sh', ['TEST_S3_URL'])
  return { ...serviceAt(values[0] ?? ''), stop }
}

function serviceAt(address: string): Pick<S3Server, 'env' | 'settings'> {
  const env = s3Environment(address)
  const { s3 } = readConfig(env)
  if (!s3) throw new Error('the S3 service has no settings')
  return { env, settings: s3 }
}
