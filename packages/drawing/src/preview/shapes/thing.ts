import type { Surface } from '../render/surface.ts'
import type { Matrix, Vector } from './vector.ts'

/** An ellipsoid. */
export interface Ball {
  readonly kind: 'ball'
  readonly at: Vector
  readonly turn: Matrix
  readonly radii: Vector
  readonly surface: Surface
}

/** A sheet of `rows` × `columns` points, in world units. */
export interface Sheet {
  readonly kind: 'sheet'
  readonly at: Vector
  readonly turn: Matrix
  readonly rows: number
  readonly columns: number
  readonly points: Float32Array
  readonly normals: Float32Array
  readonly surface: Surface
  /** What of a drink it is, if light passes through it. */
  readonly clear?: ClearLayer
}

/** What light passes through, from within. */
export type ClearLayer = 'ice' | 'drink' | 'glass'

/** A body in the scene. */
export type Thing = Ball | Sheet

/** The clear layer to which a thing belongs; undefined if it is solid. */
export const layerOf = (thing: Thing): ClearLayer | undefined => (thing.kind === 'sheet' ? thing.clear : undefined)
