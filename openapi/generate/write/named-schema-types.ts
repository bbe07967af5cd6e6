import ts from 'typescript'

/**
 * Gives every schema of the document a declaration of its own: `export interface UpscaleRequest { … }`.
 *
 * openapi-typescript writes all schemas into one interface, as types without a name. What is inferred from those loses the
 * sentences of its fields when declarations are written, and an editor then shows none. Named types keep them.
 *
 * @param renamed Name of a schema → name of its type, where another type already has that name.
 */
export function withNamedSchemas(nodes: readonly ts.Node[], renamed: Readonly<Record<string, string>> = {}): ts.Node[] {
  const typeOf = (schema: string) => renamed[schema] ?? schema
  const declarations: ts.Node[] = []
  const transformer: ts.TransformerFactory<ts.Node> = (context) => {
    const named = (node: ts.Node): ts.Node => {
      const schema = schemaNamed(node)
      if (schema !== undefined) return ts.factory.createTypeReferenceNode(typeOf(schema))
      return ts.visitEachChild(node, named, context)
    }
    return (node) => {
      const schemas = schemasOf(node)
      return named(schemas ? hoisted(node, schemas, typeOf, (schema) => declarations.push(named(schema))) : node)
    }
  }
  const rest = nodes.map((node) => ts.transform(node, [transformer]).transformed[0] ?? node)
  return [...rest, ...declarations]
}

/** `components["schemas"]["Upscale"]` → `Upscale`. */
function schemaNamed(node: ts.Node): string | undefined {
  if (!ts.isIndexedAccessTypeNode(node) || !ts.isIndexedAccessTypeNode(node.objectType)) return undefined
  const { objectType: components, indexType: section } = node.objectType
  const isSchemas = ts.isTypeReferenceNode(components) && textOf(components.typeName) === 'components'
  return isSchemas && literal(section) === 'schemas' ? literal(node.indexType) : undefined
}

const textOf = (name: ts.Node): string | undefined => (ts.isIdentifier(name) ? name.text : undefined)

const literal = (node: ts.TypeNode): string | undefined =>
  ts.isLiteralTypeNode(node) && ts.isStringLiteral(node.literal) ? node.literal.text : undefined

/** The member `schemas` of the interface `components`. */
function schemasOf(node: ts.Node): ts.TypeLiteralNode | undefined {
  if (!ts.isInterfaceDeclaration(node) || node.name.text !== 'components') return undefined
  const member = node.members.find(({ name }) => name && textOf(name) === 'schemas')
  return member && ts.isPropertySignature(member) && member.type && ts.isTypeLiteralNode(member.type)
    ? member.type
    : undefined
}

/** The interface with a name in the place of each schema; `declare` is handed the declarations. */
function hoisted(
  components: ts.Node,
  schemas: ts.TypeLiteralNode,
  typeOf: (schema: string) => string,
  declare: (schema: ts.Node) => void,
): ts.Node {
  const members = schemas.members.map((member) => {
    const schema = member.name && textOf(member.name)
    if (!schema || !ts.isPropertySignature(member) || !member.type) throw new Error('A schema is no plain property.')
    declare(declared(typeOf(schema), member.type, member))
    const reference = ts.factory.createTypeReferenceNode(typeOf(schema))
    return ts.factory.createPropertySignature(undefined, member.name, undefined, reference)
  })
  const transformer: ts.TransformerFactory<ts.Node> = (context) => {
    const replaced = (node: ts.Node): ts.Node =>
      node === schemas ? ts.factory.createTypeLiteralNode(members) : ts.visitEachChild(node, replaced, context)
    return replaced
  }
  return ts.transform(components, [transformer]).transformed[0] ?? components
}

function declared(name: string, type: ts.TypeNode, from: ts.Node): ts.Node {
  const exported = [ts.factory.createModifier(ts.SyntaxKind.ExportKeyword)]
  const declaration = ts.isTypeLiteralNode(type)
    ? ts.factory.createInterfaceDeclaration(exported, name, undefined, undefined, type.members)
    : ts.factory.createTypeAliasDeclaration(exported, name, undefined, type)
  return ts.setSyntheticLeadingComments(declaration, ts.getSyntheticLeadingComments(from))
}
