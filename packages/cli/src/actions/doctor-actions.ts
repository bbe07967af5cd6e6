import { errorRecordOf } from '../base/cli-errors.ts'
import { EXIT, type ExitCode, exitCodeOf } from '../base/exit-codes.ts'
import { hasUnicode } from '../base/has-unicode.ts'
import { DAY_MS } from '../base/time-units.ts'
import { checkProfile } from '../config/cli-config.ts'
import type { Context } from '../context/command-context.ts'
import { graphicsOf } from '../context/graphics-of.ts'
import { clientOf, isEmbedded } from '../context/server-connection.ts'
import { credentialLocation, findCredential, serverFor } from '../credentials/find-credential.ts'
import { checkMachine } from '../doctor/check-machine.ts'
import { checkServer, type ReachedServer } from '../doctor/check-server.ts'
import type { Finding } from '../doctor/doctor-finding.ts'

/** `platelight doctor`: prints one line per check. The exit code is that of the most severe failure. */
export async function doctor(context: Context): Promise<ExitCode> {
  const { settings, colorize } = context
  checkProfile(settings.config)
  const findings: Finding[] = []
  const report = (finding: Finding) => {
    findings.push(finding)
    if (settings.mode === 'ndjson') context.print(JSON.stringify(toJson(finding)))
    if (settings.mode === 'json' || settings.mode === 'ndjson') return
    if (settings.quiet && finding.state === 'ok') return
    const mark = { ok: colorize('green', 'ok  '), warn: colorize('yellow', 'warn'), fail: colorize('red', 'fail') }[
      finding.state
    ]
    context.print(`${mark}  ${finding.name.padEnd(WIDTH)}  ${finding.message}`)
    if (finding.advice) context.print(`${' '.repeat(WIDTH + 8)}${colorize('dim', finding.advice)}`)
  }

  for (const finding of await checkMachine(context)) report(finding)
  for (const finding of checkTerminal(context)) report(finding)
  if (isEmbedded(settings)) {
    report({
      name: 'server',
      state: 'ok',
      message: 'built in, started for each command: no address and no key are set anywhere',
    })
  } else {
    const { found, server } = await checkServer(context)
    for (const finding of found) report(finding)
    for (const finding of await checkCredential(context, server)) report(finding)
  }

  const failed = findings.filter(({ state }) => state === 'fail')
  const exitCode = mostSevere(failed)
  if (settings.mode === 'json') context.show({ ok: failed.length === 0, checks: findings.map(toJson) }, () => '')
  return exitCode
}

const WIDTH = 13

const toJson = ({ exitCode: _, ...fields }: Finding) => fields

/** The most severe first. A fault of this machine hides faults of the server, and those hide faults of the credential. */
const BY_SEVERITY: readonly ExitCode[] = [EXIT.usage, EXIT.unreachable, EXIT.auth, EXIT.unexpected]

const mostSevere = (failed: readonly Finding[]): ExitCode =>
  failed.length === 0
    ? EXIT.ok
    : (BY_SEVERITY.find((code) => failed.some(({ exitCode }) => exitCode === code)) ?? EXIT.unexpected)

/** A session or key that expires within this time causes a warning. */
const EXPIRY_WARNING_MS = 3 * DAY_MS

/** Checks that there is a credential, that it belongs to this server, and that the server accepts it. */
async function checkCredential(context: Context, server: ReachedServer | undefined): Promise<Finding[]> {
  const { settings, environment } = context
  const name = 'credential'
  try {
    const credential = await findCredential(settings, environment.env)
    if (!credential) {
      const advice = 'Sign in with platelight auth login, or set PLATELIGHT_API_KEY.'
      return [{ name, state: 'fail', message: 'no credential found', advice, exitCode: EXIT.auth }]
    }
    const baseUrl = serverFor(credential, settings)
    if (!server)
      return [{ name, state: 'warn', message: `found (${credential.source}), not checked: no server answers` }]
    const { client } = clientOf(settings, environment, {
      apiKey: credential.secret,
      apiKeySource: credentialLocation(credential, settings, environment.env),
      maxRetries: 0,
      ...(baseUrl !== undefined && { baseUrl }),
    })
    const { user, scopes, expires_at } = await client.auth.session()
    const expiresInMs = expires_at === null ? Number.POSITIVE_INFINITY : Date.parse(expires_at) - Date.now()
    const message = `${user.email} (${credential.source}); may ${scopes.join(', ')}`
    const missing = ['read', 'images'].filter((scope) => !scopes.some((granted) => granted === scope))
    if (missing.length > 0) {
      const advice = `Photos need ${missing.join(' and ')} too: create a key with platelight keys create --scopes read,images,account.`
      return [{ name, state: 'warn', message, advice }]
    }
    if (expiresInMs < EXPIRY_WARNING_MS) {
      return [
        { name, state: 'warn', message: `${message}; ends on ${expires_at}`, advice: 'Sign in again before it does.' },
      ]
    }
    const verified: Finding[] = user.email_verified
      ? []
      : [
          {
            name: 'account',
            state: 'warn',
            message: 'the address is not verified',
            advice: 'Open the link in the e-mail.',
          },
        ]
    return [{ name, state: 'ok', message }, ...verified]
  } catch (error) {
    const exitCode = exitCodeOf(error)
    const advice = exitCode === EXIT.auth ? 'Sign in again with platelight auth login.' : undefined
    return [{ name, state: 'fail', message: errorRecordOf(error).message, exitCode, ...(advice && { advice }) }]
  }
}

/** Reads colours, characters and picture protocol from the environment, without querying the terminal. */
function checkTerminal({ environment, settings }: Context): Finding[] {
  const { env, stdout } = environment
  if (!stdout.isTTY) {
    return [{ name: 'terminal', state: 'ok', message: 'none here: output is plain lines' }]
  }
  const width = stdout.columns ?? 80
  const depth = settings.color ? `${2 ** (stdout.getColorDepth?.() ?? 4)} colours` : 'no colour'
  const unicode = hasUnicode(env)
  const pictures = graphicsOf(env)
  const message = `${width} columns, ${depth}, ${unicode ? 'Unicode' : 'no Unicode'}, pictures by ${pictures}`
  if (unicode) return [{ name: 'terminal', state: 'ok', message }]
  return [{ name: 'terminal', state: 'warn', message, advice: 'Set LANG to a UTF-8 locale, such as C.UTF-8.' }]
}
