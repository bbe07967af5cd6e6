/** The environment of the process: variables, folder and streams. Read once, in `main.ts`. */
export interface CliEnvironment {
  readonly env: Readonly<Record<string, string | undefined>>
  readonly cwd: string
  readonly stdin: NodeJS.ReadStream
  readonly stdout: NodeJS.WriteStream
  readonly stderr: NodeJS.WriteStream
}
