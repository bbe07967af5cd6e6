import { isIP } from 'node:net'
import type { SettingReaders } from './setting-readers.ts'

/** An S3 bucket that keeps the pictures instead of the data folder. */
export interface S3Settings {
  /** The address of the service, without a slash at its end. */
  readonly endpoint: string
  readonly bucket: string
  readonly region: string
  readonly accessKeyId: string
  readonly secretAccessKey: string
  /** What precedes every key: empty, or with a slash at its end. */
  readonly prefix: string
  /** Whether the bucket is part of the path (`host/bucket/key`) and not of the host (`bucket.host/key`). */
  readonly pathStyle: boolean
  /** Whether private files are served by redirects to presigned addresses. */
  readonly redirect: boolean
  /** The proxy for outgoing requests, if there is one. */
  readonly proxy?: URL | undefined
}

const LIST = new Intl.ListFormat('en')
const BUCKET = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/
const PREFIX = /^[A-Za-z0-9._-]+(\/[A-Za-z0-9._-]+)*\/?$/

/** Reads the settings of S3. Undefined when none of them is set, or when one that is needed is missing. */
export function readS3(readers: SettingReaders, problems: string[]): S3Settings | undefined {
  const { text, secret, flag, url } = readers
  const needed = {
    PLATELIGHT_S3_ENDPOINT: url('PLATELIGHT_S3_ENDPOINT'),
    PLATELIGHT_S3_BUCKET: text('PLATELIGHT_S3_BUCKET'),
    PLATELIGHT_S3_ACCESS_KEY_ID: secret('PLATELIGHT_S3_ACCESS_KEY_ID'),
    PLATELIGHT_S3_SECRET_ACCESS_KEY: secret('PLATELIGHT_S3_SECRET_ACCESS_KEY'),
  }
  const region = text('PLATELIGHT_S3_REGION')
  const prefix = text('PLATELIGHT_S3_PREFIX')
  const pathStyle = flag('PLATELIGHT_S3_PATH_STYLE')
  const redirect = flag('PLATELIGHT_S3_REDIRECT')

  const names = Object.keys(needed) as (keyof typeof needed)[]
  const isUsed = [...names.map((name) => needed[name]), region, prefix].some((value) => value !== undefined)
  if (!isUsed && !pathStyle && !redirect) return undefined
  // What is set and wrong has a sentence of its own already.
  const missing = names.filter((name) => text(name) === undefined && text(`${name}_FILE`) === undefined)
  if (missing.length > 0) {
    problems.push(
      `${missing.join(', ')} ${missing.length === 1 ? 'is' : 'are'} missing: to keep pictures in S3, set ${LIST.format(names)} together; otherwise unset every PLATELIGHT_S3_ setting`,
    )
  }
  const bucket = needed.PLATELIGHT_S3_BUCKET
  if (bucket !== undefined && !BUCKET.test(bucket)) {
    problems.push(
      `PLATELIGHT_S3_BUCKET is "${bucket}"; it must have 3 to 63 lower-case letters, digits, hyphens and dots`,
    )
  }
  if (prefix !== undefined && !PREFIX.test(prefix)) {
    problems.push(
      `PLATELIGHT_S3_PREFIX is "${prefix}"; it takes letters, digits, dots, hyphens and underscores, with / between folders`,
    )
  }
  const {
    PLATELIGHT_S3_ENDPOINT: endpoint,
    PLATELIGHT_S3_ACCESS_KEY_ID: accessKeyId,
    PLATELIGHT_S3_SECRET_ACCESS_KEY: secretAccessKey,
  } = needed
  if (endpoint === undefined || bucket === undefined || !accessKeyId || !secretAccessKey) return undefined
  return {
    endpoint,
    bucket,
    accessKeyId,
    secretAccessKey,
    redirect,
    region: region ?? 'us-east-1',
    prefix: prefix === undefined ? '' : prefix.replace(/\/?$/, '/'),
    pathStyle: pathStyle || hasNoSubdomains(endpoint),
  }
}

/** An address has no subdomains, and few machines resolve those of localhost. */
function hasNoSubdomains(endpoint: string): boolean {
  const host = new URL(endpoint).hostname.replace(/^\[|\]$/g, '')
  return isIP(host) !== 0 || host === 'localhost'
}
