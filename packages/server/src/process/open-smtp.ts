import { createPrivateKey } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { Logger } from 'pino'
import type { MailSettings } from '../base/config/mail-settings.ts'
import { ConfigError } from '../base/config/server-config.ts'
import { type DkimKey, smtpMail } from '../mail/adapters/smtp-mail.ts'
import type { Mail } from '../mail/mail-port.ts'

/**
 * Mail through the SMTP server of the settings. The server is not asked at start, because letters wait for it.
 *
 * @throws ConfigError when the key that signs messages cannot be read.
 */
export async function openSmtp({ server, from, dkim }: MailSettings, logger?: Logger): Promise<Mail> {
  const key = dkim && (await readKey(dkim))
  const { host, port, tls } = server
  logger?.info({ smtp: `${host}:${port}`, tls, from: from.address, dkim: key?.domainName }, 'letters are sent by SMTP')
  return smtpMail({ server, from, dkim: key })
}

async function readKey({ domain, selector, keyFile }: NonNullable<MailSettings['dkim']>): Promise<DkimKey> {
  try {
    const privateKey = await readFile(keyFile, 'utf8')
    const { asymmetricKeyType } = createPrivateKey(privateKey)
    if (asymmetricKeyType !== 'rsa') throw new Error(`it is of type ${asymmetricKeyType}`)
    return { domainName: domain, keySelector: selector, privateKey }
  } catch (error) {
    throw new ConfigError([
      `PLATELIGHT_DKIM_KEY_FILE names a file that is not a private RSA key in PEM: ${(error as Error).message}`,
    ])
  }
}
