import { createHash, createVerify, generateKeyPairSync } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import type { EmailMessage } from '../../src/mail/mail-port.ts'
import { FROM, localMail } from '../support/mail/letter-fixture.ts'
import { localCertificate, type SmtpReceiver, startSmtp } from '../support/mail/smtp-receiver.ts'

const certificate = await localCertificate()
const closing: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

const start = async (...options: Parameters<typeof startSmtp>): Promise<SmtpReceiver> => {
  const smtp = await startSmtp(...options)
  closing.push(() => smtp.close())
  return smtp
}

const MESSAGE: EmailMessage = {
  id: 'mail_1',
  kind: 'welcome',
  to: 'mara@trattoria.example',
  date: new Date('2026-11-21T09:00:00.000Z'),
  subject: 'Ünïcode: مرحبًا',
  text: 'Hello, ñandú\n.\n..dots',
  html: '<p>Hello</p>',
}
const never = new AbortController().signal
const server = (port: number, tls: 'always' | 'starttls' | 'never') => ({ server: { host: '127.0.0.1', port, tls } })
const tlsServer = { ...certificate, disabledCommands: [] }

test('letters travel encrypted, with STARTTLS and from the start', async () => {
  const ca = certificate.cert
  const starttls = await start({ server: tlsServer })
  const always = await start({ server: { ...tlsServer, secure: true } })
  for (const [smtp, tls] of [
    [starttls, 'starttls'],
    [always, 'always'],
  ] as const) {
    expect(await localMail(smtp.port, { ...server(smtp.port, tls), ca }).send(MESSAGE, never)).toEqual({
      outcome: 'sent',
    })
    expect(smtp.arrived).toMatchObject([
      { isEncrypted: true, subject: MESSAGE.subject, text: 'Hello, ñandú\n.\n..dots\n' },
    ])
  }
})

test('a server with a certificate that is not trusted gets nothing, not even unencrypted', async () => {
  for (const tls of ['starttls', 'always'] as const) {
    const smtp = await start({ server: { ...tlsServer, secure: tls === 'always' } })
    const result = await localMail(smtp.port, server(smtp.port, tls)).send(MESSAGE, never)
    expect(result).toMatchObject({ outcome: 'failed', reason: expect.stringMatching(/certificate/) })
    expect(smtp.steps).not.toContain('mail')
  }
})

test('a server that offers no encryption gets nothing when it is required', async () => {
  const smtp = await start()
  const result = await localMail(smtp.port, server(smtp.port, 'starttls')).send(MESSAGE, never)
  expect(result.outcome).toBe('failed')
  expect(smtp.steps).not.toContain('mail')
})

test('a server that breaks TLS gets the letter later', async () => {
  const broken = createServer((socket) => {
    socket.on('error', () => {})
    socket.write('220 broken ESMTP\r\n')
    socket.on('data', (bytes) => {
      const line = bytes.toString('latin1')
      if (line.startsWith('EHLO')) socket.write('250-broken\r\n250 STARTTLS\r\n')
      else if (line.startsWith('STARTTLS')) socket.write('220 Go ahead\r\n')
      else socket.end('this is not TLS')
    })
  })
  await new Promise<void>((resolve) => broken.listen(0, '127.0.0.1', resolve))
  closing.push(() => new Promise((resolve) => broken.close(resolve)))
  const { port } = broken.address() as AddressInfo
  for (const tls of ['starttls', 'always'] as const)
    expect(await localMail(port, { ...server(port, tls), timeoutMs: 500 }).send(MESSAGE, never)).toMatchObject({
      outcome: 'failed',
    })
})

test('user and password are sent, and a wrong password loses no letter', async () => {
  const seen: string[] = []
  const smtp = await start({
    server: {
      authOptional: false,
      allowInsecureAuth: true,
      onAuth: ({ username, password }, _session, done) => {
        seen.push(`${username}:${password}`)
        done(password === 'påss wörd' ? null : Object.assign(new Error('Wrong'), { responseCode: 535 }), {
          user: username,
        })
      },
    },
  })
  const as = (password: string) =>
    localMail(smtp.port, { server: { host: '127.0.0.1', port: smtp.port, tls: 'never', user: 'kitchen', password } })
  expect(await as('wrong').send(MESSAGE, never)).toMatchObject({
    outcome: 'failed',
    reason: expect.stringContaining('535'),
  })
  expect(await as('påss wörd').send(MESSAGE, never)).toEqual({ outcome: 'sent' })
  expect(seen.at(-1)).toBe('kitchen:påss wörd')
  expect(smtp.arrived).toHaveLength(1)
})

test.each([
  ['to', 'mara@trattoria.example\r\nBcc: all@trattoria.example'],
  ['to', 'mara@trattoria.example>\r\nRCPT TO:<all@trattoria.example'],
  ['subject', 'Hello\r\nBcc: all@trattoria.example'],
  ['subject', 'Hello\nX-Injected: 1'],
  ['unsubscribeUrl', 'https://kitchen.example/\r\nX-Injected: 1'],
])('a line break in %s sends nothing', async (field, value) => {
  const smtp = await start()
  const result = await localMail(smtp.port).send({ ...MESSAGE, [field]: value }, never)
  expect(result).toMatchObject({ outcome: 'message_refused', reason: expect.stringContaining('control character') })
  expect(smtp.steps).toEqual([])
})

test.each([
  'a,b@trattoria.example',
  'a@x.example,b@trattoria.example',
  '"x" <b@trattoria.example>',
  'group:b@trattoria.example;',
])('an address that could be read as several (%s) gets nothing', async (to) => {
  const smtp = await start()
  const result = await localMail(smtp.port).send({ ...MESSAGE, to }, never)
  expect(result).toMatchObject({ outcome: 'message_refused', reason: expect.stringContaining('not one address') })
  expect(smtp.steps).toEqual([])
})

test('a letter is signed with DKIM: its headers and its text verify with the public key', async () => {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const smtp = await start()
  const dkim = {
    domainName: 'kitchen.example',
    keySelector: 'mail2026',
    privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  }
  const unsubscribeUrl = 'https://kitchen.example/api/unsubscribe?token=s1.a-b_c'
  await localMail(smtp.port, { dkim }).send({ ...MESSAGE, unsubscribeUrl }, never)
  const raw = smtp.arrived[0]?.raw ?? ''
  const split = raw.indexOf('\r\n\r\n')
  const headers = raw
    .slice(0, split)
    .split(/\r\n(?![ \t])/)
    .map((line) => ({ name: line.slice(0, line.indexOf(':')).toLowerCase(), line }))
  const signature = headers.find(({ name }) => name === 'dkim-signature')?.line ?? ''
  const tag = (name: string) => new RegExp(`[;\\s]${name}=([^;]+)`).exec(signature)?.[1]?.replace(/\s/g, '') ?? ''
  expect([tag('d'), tag('s'), tag('a'), tag('c')]).toEqual([
    'kitchen.example',
    'mail2026',
    'rsa-sha256',
    'relaxed/relaxed',
  ])
  expect(tag('h').split(':')).toEqual(
    expect.arrayContaining([
      'from',
      'to',
      'subject',
      'date',
      'message-id',
      'list-unsubscribe',
      'list-unsubscribe-post',
    ]),
  )

  // RFC 6376: both canonicalisations are `relaxed`.
  const body = raw
    .slice(split + 4)
    .replace(/[ \t]+(?=\r\n)/g, '')
    .replace(/[ \t]+/g, ' ')
    .replace(/(\r\n)*$/, '\r\n')
  expect(createHash('sha256').update(body).digest('base64')).toBe(tag('bh'))
  const relaxed = (line: string) => {
    const at = line.indexOf(':')
    const value = line
      .slice(at + 1)
      .replace(/\r\n/g, '')
      .replace(/[ \t]+/g, ' ')
      .trim()
    return `${line.slice(0, at).toLowerCase().trim()}:${value}`
  }
  const signed = tag('h')
    .split(':')
    .flatMap((name) => headers.findLast((header) => header.name === name)?.line ?? [])
    .map((line) => `${relaxed(line)}\r\n`)
  const own = relaxed(signature).replace(/([; ]b=)[^;]*$/, '$1')
  const verify = createVerify('sha256').update([...signed, own].join(''))
  expect(verify.verify(publicKey, tag('b'), 'base64')).toBe(true)
})

test('only marketing can be ended with one click', async () => {
  const smtp = await start()
  await localMail(smtp.port).send(MESSAGE, never)
  await localMail(smtp.port).send(
    { ...MESSAGE, unsubscribeUrl: 'https://kitchen.example/api/unsubscribe?token=s1.a-b_c' },
    never,
  )
  const listHeaders = smtp.arrived.map(({ headers }) =>
    headers.filter(({ key }) => key.startsWith('list-')).map(({ key, value }) => [key, value]),
  )
  expect(listHeaders).toEqual([
    [],
    [
      ['list-unsubscribe', '<https://kitchen.example/api/unsubscribe?token=s1.a-b_c>'],
      ['list-unsubscribe-post', 'List-Unsubscribe=One-Click'],
    ],
  ])
  expect(smtp.arrived.map(({ from }) => from)).toEqual([FROM, FROM])
})
