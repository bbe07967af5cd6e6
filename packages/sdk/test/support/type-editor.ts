import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'
import { withMethodSignatures } from '../../method-signatures.ts'

// What an editor shows about the client, according to TypeScript's language service.

const SDK = fileURLToPath(new URL('../..', import.meta.url))
/** The virtual path of the declarations. Nothing is written. */
const OUT = join(SDK, 'declarations')
const PROGRAM = join(OUT, 'program.ts')

const OPTIONS: ts.CompilerOptions = {
  target: ts.ScriptTarget.ES2022,
  module: ts.ModuleKind.ESNext,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
  customConditions: ['platelight-source'],
  lib: ['lib.es2023.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts', 'lib.dom.asynciterable.d.ts'],
  types: ['node'],
  resolveJsonModule: true,
  strict: true,
  skipLibCheck: true,
}

/** The published declarations of the client. In them, anonymous types have lost the comments of their fields. */
export function declarations(): Map<string, string> {
  const options = { ...OPTIONS, allowImportingTsExtensions: true, declaration: true, emitDeclarationOnly: true }
  const program = ts.createProgram([join(SDK, 'src/index.ts')], { ...options, rootDir: join(SDK, 'src'), outDir: OUT })
  const files = new Map<string, string>()
  program.emit(undefined, (name, text) =>
    files.set(name, withMethodSignatures(text.replace(/(?<!\.d)\.ts(?=['"])/g, '.js'))),
  )
  for (const file of program.getSourceFiles()) {
    const isOurs = file.isDeclarationFile && file.fileName.startsWith(join(SDK, 'src'))
    if (isOurs) files.set(file.fileName.replace(join(SDK, 'src'), OUT), file.text)
  }
  return files
}

/** An editor with one open program that uses the client. `^` in the program marks the cursor. */
export function editorWith(files: ReadonlyMap<string, string>, program: string) {
  const cursor = program.indexOf('^')
  const open = new Map(files).set(PROGRAM, program.replace('^', ''))
  const read = (name: string) => open.get(name) ?? ts.sys.readFile(name)
  const service = ts.createLanguageService({
    getCompilationSettings: () => OPTIONS,
    getScriptFileNames: () => [PROGRAM],
    getScriptVersion: () => '1',
    getScriptSnapshot: (name) => {
      const text = read(name)
      return text === undefined ? undefined : ts.ScriptSnapshot.fromString(text)
    },
    getCurrentDirectory: () => OUT,
    getDefaultLibFileName: ts.getDefaultLibFilePath,
    fileExists: (name) => open.has(name) || ts.sys.fileExists(name),
    readFile: read,
    directoryExists: (name) =>
      [...open.keys()].some((file) => file.startsWith(`${name}/`)) || ts.sys.directoryExists(name),
    realpath: ts.sys.realpath,
  })
  const quickInfo = (file: string, position: number) => service.getQuickInfoAtPosition(file, position)
  return {
    service,
    /** The hover text at the cursor. */
    hover: () => shown(quickInfo(PROGRAM, cursor)),
    /** The comments that are shown on every group and method of `client` that the program names, and between the parentheses. */
    comments: () => commentsIn(service, PROGRAM),
    /** The hover text of a name at its declaration. */
    documentation: (name: ts.Node) => shown(quickInfo(name.getSourceFile().fileName, name.getStart())).documentation,
    /** The completions at the cursor with their comments. */
    completions: () => {
      const { entries = [] } = service.getCompletionsAtPosition(PROGRAM, cursor, {}) ?? {}
      return entries
        .filter(({ kind }) => kind === ts.ScriptElementKind.memberVariableElement)
        .map(({ name }) => {
          const details = service.getCompletionEntryDetails(PROGRAM, cursor, name, {}, undefined, {}, undefined)
          return { name, documentation: ts.displayPartsToString(details?.documentation) }
        })
    },
    program: () => {
      const whole = service.getProgram()
      const file = whole?.getSourceFile(PROGRAM)
      if (!whole || !file) throw new Error('The program does not load.')
      return { checker: whole.getTypeChecker(), file }
    },
  }
}

function commentsIn(service: ts.LanguageService, program: string) {
  const found: { readonly text: string; readonly hover: string; readonly between: string | undefined }[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isPropertyAccessExpression(node)) {
      const { name, parent } = node
      const help = ts.isCallExpression(parent) && service.getSignatureHelpItems(program, name.end + 1, {})
      found.push({
        text: node.getText(),
        hover: shown(service.getQuickInfoAtPosition(program, name.getStart())).documentation,
        between: help ? ts.displayPartsToString(help.items[0]?.documentation) : undefined,
      })
    }
    ts.forEachChild(node, visit)
  }
  const file = service.getProgram()?.getSourceFile(program)
  if (file) visit(file)
  return found
}

const shown = (info: ts.QuickInfo | undefined) => ({
  text: ts.displayPartsToString(info?.displayParts),
  documentation: ts.displayPartsToString(info?.documentation),
})
