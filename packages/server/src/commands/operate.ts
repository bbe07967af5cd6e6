import { readSettings, type SettingFlags } from './environment.ts'

type Operator = ReturnType<typeof import('../operator.ts').createOperator>
export type KeyMade = Awaited<ReturnType<Operator['createKey']>>

/** Opens the folder beside a server that may be running on it, does one thing, and tells what came of it. */
export async function operate<T>(
  flags: SettingFlags & { readonly json?: boolean },
  act: (operator: Operator) => Promise<T>,
  tell: (result: T) => string,
): Promise<void> {
  const config = readSettings(flags)
  const [{ openCore }, { createOperator }] = await Promise.all([import('../core.ts'), import('../operator.ts')])
  const core = await openCore(config)
  try {
    const result = await act(createOperator(core))
    process.stdout.write(`${flags.json ? JSON.stringify(result) : tell(result)}\n`)
  } finally {
    await core.close()
  }
}

/** A key that was made, as it is shown once. */
export const keyLines = ({ key, account, credits, scopes, vouched }: KeyMade): string =>
  [
    `${key}`,
    '',
    `  for      ${account.email} (${account.plan}, ${credits} credits)`,
    `  may      ${scopes.join(', ')}`,
    '  shown    this once; keep it where secrets are kept',
    ...(vouched
      ? [
          '',
          'The account was there, and its address not verified. It counts as verified now. The password that was chosen for it',
          'works no more, and sessions, keys, webhook endpoints and uploads from before have ended.',
        ]
      : []),
  ].join('\n')
