import { connect } from 'node:tls'
import { EXIT } from '../base/exit-codes.ts'
import { DAY_MS } from '../base/time-units.ts'
import { DEADLINE_MS, type Finding } from './doctor-finding.ts'

/** A certificate that expires within this time should be renewed now. */
const WARN_DAYS = 14

/** Checks the certificate separately, because "fetch failed" does not say that a certificate has expired. */
export function checkCertificate(url: URL): Promise<Finding> {
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const fail = (message: string): Finding => ({
    name: 'TLS',
    state: 'fail',
    message,
    advice: 'If the certificate is your own, set NODE_EXTRA_CA_CERTS to its authority.',
    exitCode: EXIT.unreachable,
  })
  return new Promise((resolve) => {
    const socket = connect({ host, port: Number(url.port || 443), servername: host, timeout: DEADLINE_MS })
    const end = (finding: Finding) => {
      socket.destroy()
      resolve(finding)
    }
    socket.once('error', (error) => end(fail(error.message)))
    socket.once('timeout', () => end(fail(`no answer within ${DEADLINE_MS / 1000} s`)))
    socket.once('secureConnect', () => {
      const expiresAt = Date.parse(socket.getPeerCertificate().valid_to)
      const days = Math.floor((expiresAt - Date.now()) / DAY_MS)
      const message = `${socket.getProtocol() ?? 'TLS'}, certificate valid for ${days} days`
      if (days >= WARN_DAYS) return end({ name: 'TLS', state: 'ok', message })
      end({ name: 'TLS', state: 'warn', message, advice: 'The operator of the server has to renew it.' })
    })
  })
}
