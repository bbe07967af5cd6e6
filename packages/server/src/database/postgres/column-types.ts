import {
  type DataTypeNode,
  type KyselyPlugin,
  OperationNodeTransformer,
  type PluginTransformQueryArgs,
  type PluginTransformResultArgs,
  type QueryResult,
  type RootOperationNode,
  type UnknownRow,
} from 'kysely'

/**
 * The migrations name the types of SQLite. Here they get the same range and order as there: texts compare byte by byte, so
 * that ids and cursors are in one order on both databases, and integers have 64 bits.
 */
const TYPES: Readonly<Record<string, string>> = {
  text: 'text collate "C"',
  integer: 'bigint',
  real: 'double precision',
}

class ColumnTypes extends OperationNodeTransformer {
  protected override transformDataType(node: DataTypeNode): DataTypeNode {
    const type = typeof node.dataType === 'string' ? TYPES[node.dataType] : undefined
    return type === undefined ? node : { ...node, dataType: type as DataTypeNode['dataType'] }
  }
}

/** Replaces the column types of migrations by those of PostgreSQL. */
export function columnTypes(): KyselyPlugin {
  const transformer = new ColumnTypes()
  return {
    transformQuery: ({ node }: PluginTransformQueryArgs): RootOperationNode => transformer.transformNode(node),
    transformResult: async ({ result }: PluginTransformResultArgs): Promise<QueryResult<UnknownRow>> => result,
  }
}
