import type { TableTop } from './setting/table-tops.ts'
import type { VesselName } from './vessels/vessel-names.ts'

export type PreviewAngle = 'overhead' | 'three-quarter' | 'level'
export type PreviewLight = 'left' | 'right' | 'back' | 'front'
export type PreviewStyle = 'natural' | 'bright' | 'moody' | 'rustic' | 'minimal'

/** What was read from a prompt. */
export interface PreviewScene {
  /** Name of the dish in the table, or of the nearest kind of dish. */
  readonly dish: string
  /** How the dish was found: by its name, by a kind such as soup, by an ingredient, or not at all. */
  readonly found: 'dish' | 'kind' | 'ingredient' | 'nothing'
  readonly vessel: VesselName
  readonly surface: TableTop
  readonly light: PreviewLight
  readonly angle: PreviewAngle
  readonly style: PreviewStyle
  /** Colours that the prompt names, as #rrggbb, and what they are the colour of. */
  readonly colours: {
    readonly vessel?: string
    readonly surface?: string
    /** A colour of nothing in particular, which a napkin takes. */
    readonly accent?: string
  }
  readonly garnishes: readonly string[]
  readonly steam: boolean
}
