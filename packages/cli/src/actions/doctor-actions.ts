import { EXIT, type ExitCode } from '../base/exit-codes.ts'
import { checkProfile } from '../config/cli-config.ts'
import type { Context } from '../context/command-context.ts'
import { isEmbedded } from '../context/server-connection.ts'
import { checkCredential } from '../doctor/check-credential.ts'
import { checkMachine } from '../doctor/check-machine.ts'
import { checkServer } from '../doctor/check-server.ts'
import { checkTerminal } from '../doctor/check-terminal.ts'
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
