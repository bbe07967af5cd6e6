import { expect, test } from 'vitest'
import { type ConfigError, readConfig } from './server-config.ts'

const FROM = { PLATELIGHT_MAIL_FROM: 'no-reply@example.com' }
const mailOf = (env: Record<string, string>) => readConfig({ ...FROM, ...env }).mail
const serverOf = (url: string) => mailOf({ PLATELIGHT_SMTP_URL: url })?.server

function problems(env: Record<string, string>): readonly string[] {
  try {
    readConfig(env)
    return []
  } catch (error) {
    return (error as ConfigError).problems
  }
}

test('without a mail server letters go to the outbox', () => {
  expect(readConfig({}).mail).toBeUndefined()
})

test('a mail server is encrypted, unless it is on this machine or the operator says otherwise', () => {
  expect(serverOf('smtp://smtp.example.com')).toEqual({ host: 'smtp.example.com', port: 587, tls: 'starttls' })
  expect(serverOf('smtps://smtp.example.com')).toEqual({ host: 'smtp.example.com', port: 465, tls: 'always' })
  expect(serverOf('smtp://postfix:25?starttls=never')).toEqual({ host: 'postfix', port: 25, tls: 'never' })
  for (const host of ['localhost', '127.0.0.1', '[::1]']) expect(serverOf(`smtp://${host}:25`)?.tls).toBe('never')
  expect(serverOf('smtp://localhost:25?starttls=required')?.tls).toBe('starttls')
})

test('user and password may contain any character', () => {
  expect(serverOf('smtp://mara%40example.com:p%C3%A5ss%2F%3A%25@smtp.example.com')).toMatchObject({
    user: 'mara@example.com',
    password: 'påss/:%',
  })
  expect(serverOf('smtp://AKIA+x:a=b+c@d@smtp.example.com')).toMatchObject({ user: 'AKIA+x', password: 'a=b+c@d' })
})

test('the sender is an address, with or without a name', () => {
  const url = { PLATELIGHT_SMTP_URL: 'smtp://smtp.example.com' }
  expect(mailOf(url)?.from).toEqual({ name: 'Platelight', address: 'no-reply@example.com' })
  const named = { ...url, PLATELIGHT_MAIL_FROM: '"Trattoria, Mara" <hello@example.com>' }
  expect(mailOf(named)?.from).toEqual({ name: 'Trattoria, Mara', address: 'hello@example.com' })
  for (const wrong of ['Mara', 'a@b@c.example', 'x <a@b.example>, y <c@d.example>', 'a@b.example\r\nBcc: c@d.example'])
    expect(problems({ ...url, PLATELIGHT_MAIL_FROM: wrong })).toEqual([
      expect.stringContaining('PLATELIGHT_MAIL_FROM is'),
    ])
})

test('wrong and incomplete settings have one sentence each, and none shows the password', () => {
  const url = 'smtp://mara:secret-word@smtp.example.com'
  const cases: [Record<string, string>, RegExp][] = [
    [{ PLATELIGHT_SMTP_URL: url }, /PLATELIGHT_MAIL_FROM is missing/],
    [FROM, /PLATELIGHT_MAIL_FROM needs PLATELIGHT_SMTP_URL/],
    [{ ...FROM, PLATELIGHT_SMTP_URL: 'https://secret-word@smtp.example.com' }, /PLATELIGHT_SMTP_URL must be/],
    [{ ...FROM, PLATELIGHT_SMTP_URL: `${url}?proxy=http://elsewhere` }, /PLATELIGHT_SMTP_URL must be/],
    [{ ...FROM, PLATELIGHT_SMTP_URL: `${url}?starttls=never` }, /unencrypted/],
    [{ ...FROM, PLATELIGHT_SMTP_URL: 'smtp://mara:secret-word%@smtp.example.com' }, /%25/],
    [{ ...FROM, PLATELIGHT_SMTP_URL: `${url}?starttls=maybe` }, /starttls=required/],
    [{ ...FROM, PLATELIGHT_SMTP_URL: 'smtp://mara:secret-word/x@smtp.example.com' }, /a \/ in its user.*%2F for \//],
    [{ ...FROM, PLATELIGHT_SMTP_URL: 'smtp://mara:secret-word#x@smtp.example.com' }, /a # in its user.*%23 for #/],
    [{ ...FROM, PLATELIGHT_SMTP_URL: 'smtp://mara:1?secret-word@smtp.example.com' }, /a \? in its user.*%3F for \?/],
    [{ ...FROM, PLATELIGHT_SMTP_URL: `${url}:465` }, /port 465.*write smtps:\/\//],
    [{ ...FROM, PLATELIGHT_SMTP_URL: `${url.replace('smtp:', 'smtps:')}:587` }, /port 587.*write smtp:\/\//],
    [{ ...FROM, PLATELIGHT_SMTP_URL: `"${url}"` }, /PLATELIGHT_SMTP_URL is in quotes/],
    [{ ...FROM, PLATELIGHT_SMTP_URL: url, PLATELIGHT_DKIM_DOMAIN: 'example.com' }, /go together/],
  ]
  for (const [env, expected] of cases) {
    expect(problems(env)).toEqual([expect.stringMatching(expected)])
    expect(problems(env).join()).not.toContain('secret-word')
  }
})
