import { join } from 'node:path'
import ts from 'typescript'

/** What is wrong with these files under the strictness of this project, as somebody who installed the packages sees it. */
export function compile(files: readonly string[], clone: string): string[] {
  const { config } = ts.readConfigFile(join(clone, 'tsconfig.base.json'), ts.sys.readFile)
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, clone)
  const program = ts.createProgram([...files], { ...options, customConditions: [], noEmit: true, types: ['node'] })
  return ts
    .getPreEmitDiagnostics(program)
    .map(({ file, messageText }) => `${file?.fileName ?? ''}: ${ts.flattenDiagnosticMessageText(messageText, '\n')}`)
}
