import { join } from 'node:path'
import ts from 'typescript'

/** The errors of these files with this project's strict settings, as a user who installed the packages sees them. */
export function compile(files: readonly string[], clone: string): string[] {
  const { config } = ts.readConfigFile(join(clone, 'tsconfig.base.json'), ts.sys.readFile)
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, clone)
  const program = ts.createProgram([...files], { ...options, customConditions: [], noEmit: true, types: ['node'] })
  return ts
    .getPreEmitDiagnostics(program)
    .map(({ file, messageText }) => `${file?.fileName ?? ''}: ${ts.flattenDiagnosticMessageText(messageText, '\n')}`)
}
