import ts from 'typescript'

/**
 * Declarations in which every property that is a function is a method: `upscale: (body) => Call` becomes
 * `upscale(body): Call`. Only then do editors show its comment between the parentheses of a call.
 */
export function withMethodSignatures(declarations: string): string {
  const file = ts.createSourceFile('types.d.ts', declarations, ts.ScriptTarget.ES2022, true)
  const edits: { readonly from: number; readonly to: number; readonly text: string }[] = []
  const visit = (node: ts.Node): void => {
    if (isMethod(node)) {
      const { name, type } = node
      const arrow = type.getChildren().find(({ kind }) => kind === ts.SyntaxKind.EqualsGreaterThanToken)
      edits.push({ from: name.end, to: type.getStart(), text: '' })
      if (arrow) edits.push({ from: arrow.getFullStart(), to: arrow.end, text: ':' })
    }
    ts.forEachChild(node, visit)
  }
  visit(file)
  return edits
    .sort((a, b) => b.from - a.from)
    .reduce((text, { from, to, text: put }) => text.slice(0, from) + put + text.slice(to), declarations)
}

// Options and other inputs are readonly or optional. They stay properties, which are compared more strictly.
const isMethod = (node: ts.Node): node is ts.PropertySignature & { readonly type: ts.FunctionTypeNode } =>
  ts.isPropertySignature(node) &&
  !node.modifiers &&
  !node.questionToken &&
  !!node.type &&
  ts.isFunctionTypeNode(node.type)
