/** The functions that the tests use. The package has no types. */
declare module 'culori' {
  interface Rgb {
    readonly mode: 'rgb' | 'p3' | 'a98' | 'prophoto' | 'rec2020'
    readonly r: number
    readonly g: number
    readonly b: number
  }
  interface Lab {
    readonly mode: 'lab'
    readonly l: number
    readonly a: number
    readonly b: number
  }
  export function differenceCiede2000(): (one: Rgb, other: Rgb) => number
  export function converter(mode: 'lab'): (colour: Rgb) => Lab
  export function converter(mode: Rgb['mode']): (colour: Rgb) => Rgb
}
