import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import PostalMime, { type Email } from 'postal-mime'
import { generate } from 'selfsigned'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'

/** A letter whose text has arrived. */
export interface ArrivedLetter extends Email {
  readonly raw: string
  readonly envelope: { readonly from: string; readonly to: readonly string[] }
  readonly isEncrypted: boolean
}

/** The steps of a session, in their order. */
export const SMTP_STEPS = ['connect', 'mail', 'rcpt', 'data', 'text', 'replied'] as const
export type SmtpStep = (typeof SMTP_STEPS)[number]

/**
 * What the server does at a step: it goes on, refuses with this reply (`451 4.7.1 Try again`), never answers, or cuts the
 * connection. At `data` the text is under way. At `text` it has arrived, and only the reply is missing.
 */
export type Behaviour = 'accept' | 'hang' | 'cut' | `${4 | 5}${string}`

export interface SmtpOptions {
  readonly server?: SMTPServerOptions
  /** Called at each step, with the recipient from `rcpt` on. */
  readonly at?: (step: SmtpStep, recipient: string) => Behaviour | undefined
  /** A port that is free again after an earlier server. */
  readonly port?: number
}

/** A real SMTP server on this machine. Letters count as arrived once their text is complete, whatever the reply. */
export async function startSmtp(options: SmtpOptions = {}) {
  const arrived: ArrivedLetter[] = []
  const parsing: Promise<void>[] = []
  const steps: SmtpStep[] = []
  let at = options.at ?? (() => undefined)

  const take = (step: SmtpStep, recipient: string, go: (error?: Error) => void): void => {
    steps.push(step)
    const what = at(step, recipient) ?? 'accept'
    if (what === 'accept') go()
    else if (what === 'cut') cut()
    else if (what !== 'hang') {
      const [, code, text = ''] = /^(\d{3}) (.*)$/.exec(what) ?? []
      go(Object.assign(new Error(text), { responseCode: Number(code) }))
    }
  }

  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    closeTimeout: 100,
    onConnect: (_session, done) => take('connect', '', done),
    onMailFrom: (_address, _session, done) => take('mail', '', done),
    onRcptTo: ({ address }, _session, done) => take('rcpt', address, done),
    async onData(stream, session, done) {
      const to = session.envelope.rcptTo.map(({ address }) => address)
      const chunks: Buffer[] = []
      let isRead = false
      take('data', to[0] ?? '', () => {
        isRead = true
      })
      if (!isRead) return
      for await (const chunk of stream) chunks.push(chunk as Buffer)
      const raw = Buffer.concat(chunks).toString('utf8')
      const from = session.envelope.mailFrom === false ? '' : session.envelope.mailFrom.address
      const letter = PostalMime.parse(raw).then((email) => {
        arrived.push({ ...email, raw, envelope: { from, to }, isEncrypted: session.secure })
      })
      parsing.push(letter)
      await letter
      take('text', to[0] ?? '', (error) => {
        done(error)
        if (!error) setImmediate(() => take('replied', to[0] ?? '', () => {}))
      })
    },
    ...options.server,
  })
  const cut = () => {
    for (const connection of server.connections) connection._socket.destroy()
  }
  // Broken connections are what these tests are about.
  server.on('error', () => {})
  server.listen(options.port ?? 0, '127.0.0.1')
  await once(server.server, 'listening')
  const { port } = server.server.address() as AddressInfo

  return {
    port,
    arrived,
    steps,
    /** Replaces what the server does. */
    behave(next: NonNullable<SmtpOptions['at']>): void {
      at = next
    },
    lettersTo: (address: string) => arrived.filter(({ envelope }) => envelope.to.includes(address)),
    async close(): Promise<void> {
      cut()
      await new Promise<void>((resolve) => server.close(resolve))
      await Promise.all(parsing)
    },
  }
}

export type SmtpReceiver = Awaited<ReturnType<typeof startSmtp>>

/** A certificate for 127.0.0.1 that only those trust who are told to. */
export async function localCertificate(): Promise<{ key: string; cert: string }> {
  const extensions = [{ name: 'subjectAltName' as const, altNames: [{ type: 7 as const, ip: '127.0.0.1' }] }]
  const { private: key, cert } = await generate([{ name: 'commonName', value: '127.0.0.1' }], {
    keyType: 'ec',
    extensions,
  })
  return { key, cert }
}
