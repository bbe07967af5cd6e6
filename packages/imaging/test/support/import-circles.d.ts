/** The sources below a folder and what they import. Paths are relative to the folder. */
export interface SourceImports {
  /** TypeScript files, without tests and declarations. */
  readonly files: readonly string[]
  /** The source of a file. */
  read(file: string): string
  /** Every module that a file names, as it is written there. Imports of types and lazy ones count. */
  namesIn(file: string): readonly string[]
  /** The files that a file imports by relative paths. */
  importedBy(file: string): readonly string[]
}
/** Reads the imports of all sources below a folder. */
export declare function readImports(folder: string): SourceImports
/** Groups of files each of which reaches all others of its group by imports. */
export declare const fileCircles: ({ files, importedBy }: SourceImports) => string[][]
/** Groups of folders each of which reaches all others of its group by imports of the files directly in it. */
export declare function folderCircles({ files, importedBy }: SourceImports): string[][]
/** The strongly connected components of more than one node (Tarjan's algorithm), each sorted. */
export declare function circles(nodes: readonly string[], edgesOf: (node: string) => readonly string[]): string[][]
