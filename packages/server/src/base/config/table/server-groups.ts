import type { SettingGroup } from './setting-row.ts'

/** Where the server listens and keeps what it has, and how much it takes. */
export const SERVER_GROUPS: readonly SettingGroup[] = [
  {
    title: 'The server',
    rows: [
      { name: 'PLATELIGHT_HOST', about: 'The address to listen on.', since: '1.0.0', otherwise: '127.0.0.1' },
      { name: 'PLATELIGHT_PORT', about: 'The port to listen on, 0 for any free one.', since: '1.0.0' },
      {
        name: 'PLATELIGHT_PUBLIC_URL',
        about: 'The public address, which links begin with. `NODE_ENV=production` requires it, with https.',
        since: '1.0.0',
        otherwise: 'where it listens',
        example: 'https://photos.example.com',
      },
      {
        name: 'PLATELIGHT_CDN_URL',
        about: 'The address of results, such as that of a content delivery network.',
        since: '1.0.0',
        otherwise: 'the public address',
        example: 'https://cdn.example.com',
      },
      {
        name: 'PLATELIGHT_TLS_CERT',
        about: 'A certificate in PEM, for TLS without a proxy. Set it together with its key.',
        since: '1.0.0',
        example: '/etc/platelight/cert.pem',
      },
      {
        name: 'PLATELIGHT_TLS_KEY',
        about: 'The private key of the certificate.',
        since: '1.0.0',
        example: '/etc/platelight/key.pem',
      },
      {
        name: 'PLATELIGHT_TRUST_PROXY',
        about:
          'The number of proxies in front whose X-Forwarded-For is trusted. With too few, all callers share the limits of one address. With too many, callers can claim any address.',
        since: '1.0.0',
      },
      {
        name: 'PLATELIGHT_MAX_CONNECTIONS',
        about:
          'Open connections. Further ones are closed at once. Without a trusted proxy, one address may have a quarter of them.',
        since: '1.0.0',
      },
      {
        name: 'PLATELIGHT_SEND_TIMEOUT_SECONDS',
        about: 'A connection that reads nothing of its reply for so long is cut.',
        since: '1.0.0',
      },
      {
        name: 'PLATELIGHT_GRACE_SECONDS',
        about: 'How long running work may take to end when the server stops.',
        since: '1.0.0',
      },
      {
        name: 'PLATELIGHT_DRAIN_SECONDS',
        about:
          'How long before that `/health/ready` is 503 and everything else goes on, for a balancer that asks it. 5 is enough for most.',
        since: '2.1.0',
      },
      { name: 'PLATELIGHT_LOG', about: 'The least important lines that are logged.', since: '1.0.0' },
      {
        name: 'PLATELIGHT_LOG_FORMAT',
        about: '`auto` writes readable lines on a terminal, and JSON elsewhere.',
        since: '1.0.0',
      },
      {
        name: 'PLATELIGHT_METRICS_PORT',
        about: 'Serves metrics for Prometheus on a port of its own, which nobody else should reach.',
        since: '2.1.0',
        otherwise: 'no metrics',
        example: '9464',
      },
      {
        name: 'PLATELIGHT_METRICS_HOST',
        about: 'The address of that port.',
        since: '2.1.0',
        otherwise: '127.0.0.1',
      },
    ],
  },
  {
    title: 'Folder, secrets and backups',
    rows: [
      {
        name: 'PLATELIGHT_DATA',
        about: 'The folder of the database, pictures and secrets, on a local disk. One server uses it at a time.',
        since: '1.0.0',
        otherwise: './data',
      },
      {
        name: 'PLATELIGHT_SECRETS_FILE',
        about:
          'The secrets of the installation, in place of `secrets.json` in that folder. All processes of a database need the same file, which is never written. Its `sessions`, `links` and `webhooks` are 32 random bytes each as base64 (`openssl rand -base64 32`).',
        since: '2.0.0',
        example: '/run/secrets/platelight.json',
      },
      {
        name: 'PLATELIGHT_MIN_FREE_MB',
        about: 'Space to keep on the disk of the folder. With less, writes get 503 `storage_full`, and reads go on.',
        since: '1.0.0',
      },
      {
        name: 'PLATELIGHT_VISITORS_MIN_FREE_MB',
        about: 'With less, nothing is stored for visitors, so that accounts have the rest.',
        since: '2.1.0',
      },
      {
        name: 'PLATELIGHT_BACKUP_PASSPHRASE',
        about: 'What `backup create` encrypts backups with. Only the commands of backups read it.',
        since: '2.1.0',
        fileSince: '2.1.0',
        otherwise: 'not encrypted',
      },
    ],
  },
  {
    title: 'PostgreSQL and several processes',
    about: '[Growing](growing.md) says when and how.',
    rows: [
      {
        name: 'PLATELIGHT_DATABASE_URL',
        about:
          'A PostgreSQL database. TLS: `?sslmode=require`, or `?sslmode=verify-full&sslrootcert=FILE`, which checks the certificate, too. `/ # ? @ %` in a password are percent-encoded.',
        since: '2.0.0',
        fileSince: '2.1.0',
        otherwise: 'a file in the folder',
        example: 'postgres://platelight:password@db.example.com:5432/platelight',
      },
      {
        name: 'PLATELIGHT_DATABASE_DIRECT_URL',
        about: 'Its address without a pool such as PgBouncer in between, for listening and jobs.',
        since: '2.0.0',
        fileSince: '2.1.0',
        otherwise: 'the same',
        example: 'postgres://platelight:password@db.example.com:5432/platelight',
      },
      {
        name: 'PLATELIGHT_DATABASE_CONNECTIONS',
        about: 'The most connections of this process beside the one that listens and the one for jobs.',
        since: '2.0.0',
        otherwise: '2; 3 for api',
      },
      {
        name: 'PLATELIGHT_ROLE',
        about: '`api` answers requests, `worker` makes pictures and sends events, `all` does both.',
        since: '2.0.0',
      },
      {
        name: 'PLATELIGHT_WORKER_NAME',
        about: 'The name of this process, for operators.',
        since: '2.1.0',
        otherwise: 'its machine and its number',
        example: 'oven-1',
      },
      {
        name: 'PLATELIGHT_WORKER_CAPABILITIES',
        about: 'The work that this process takes, for workers with and without networks.',
        since: '2.0.0',
        otherwise: 'all',
        example: 'pixels,cutout',
      },
    ],
  },
  {
    title: 'Pictures in S3',
    about:
      'The first four are set together. [Growing](growing.md#pictures-in-s3) says what happens when the service fails.',
    rows: [
      {
        name: 'PLATELIGHT_S3_ENDPOINT',
        about: 'The address of the service. It may be private.',
        since: '2.0.0',
        otherwise: 'pictures are in the folder',
        example: 'https://s3.eu-central-1.amazonaws.com',
      },
      { name: 'PLATELIGHT_S3_BUCKET', about: 'An existing bucket.', since: '2.0.0', example: 'our-photos' },
      {
        name: 'PLATELIGHT_S3_ACCESS_KEY_ID',
        about: 'A key that may get, put, delete and list objects in the bucket.',
        since: '2.0.0',
        fileSince: '2.1.0',
      },
      {
        name: 'PLATELIGHT_S3_SECRET_ACCESS_KEY',
        about: 'The secret of that key.',
        since: '2.0.0',
        fileSince: '2.1.0',
      },
      {
        name: 'PLATELIGHT_S3_REGION',
        about: 'The region of the bucket.',
        since: '2.0.0',
        otherwise: 'us-east-1',
        example: 'eu-central-1',
      },
      {
        name: 'PLATELIGHT_S3_PREFIX',
        about: 'What precedes every key, so that several servers can share a bucket.',
        since: '2.0.0',
        example: 'platelight',
      },
      {
        name: 'PLATELIGHT_S3_PATH_STYLE',
        about:
          'Puts the bucket in the path (`host/bucket/key`) and not in the host. Always so for IP addresses and localhost.',
        since: '2.0.0',
      },
      {
        name: 'PLATELIGHT_S3_REDIRECT',
        about:
          'Redirects links to uploads and originals to the bucket, with an address that works for up to five minutes. Web pages that read them by script need CORS rules in the bucket.',
        since: '2.0.0',
      },
    ],
  },
  {
    title: 'Outgoing requests',
    rows: [
      {
        name: 'PLATELIGHT_OUTBOUND_PROXY',
        about:
          'The HTTP proxy through which requests to public addresses leave. Addresses are looked up and checked here as without it, so name servers must answer here. Private addresses are reached directly, and letters never use it.',
        since: '2.1.0',
        fileSince: '2.1.0',
        example: 'http://user:password@proxy.example.com:3128',
      },
      {
        name: 'PLATELIGHT_NAME_SERVERS',
        about: 'Name servers in place of those of the system, whose hosts file still comes first.',
        since: '1.0.0',
        example: '192.0.2.53,[2001:db8::53]:5353',
      },
      { name: 'PLATELIGHT_DOWNLOAD_SECONDS', about: 'How long a picture may take to arrive.', since: '1.0.0' },
      { name: 'PLATELIGHT_MAX_REDIRECTS', about: 'Redirects that are followed for a picture.', since: '1.0.0' },
      {
        name: 'PLATELIGHT_ALLOW_PRIVATE_URLS',
        about:
          'For development only: also fetches pictures from private addresses, and sends events there. Link-local addresses and metadata services of clouds are still refused.',
        since: '1.0.0',
      },
    ],
  },
]
