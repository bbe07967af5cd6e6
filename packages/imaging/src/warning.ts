/** What may be odd about a picture. The server has these codes among its own. */
export type ImagingWarningCode =
  | 'angle_differs'
  | 'dish_blurred'
  | 'dish_cut'
  | 'dish_enlarged'
  | 'dish_fills_frame'
  | 'dish_incomplete'
  | 'dish_not_found'
  | 'dish_trimmed'
  | 'outline_ragged'
  | 'several_dishes'
  | 'size_assumed'
  | 'ware_see_through'

/** Something the caller should know about a result that is otherwise fine. */
export interface Warning {
  readonly code: ImagingWarningCode
  readonly message: string
}
