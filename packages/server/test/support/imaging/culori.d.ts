/** The one function of it that the tests use; the package brings no types. */
declare module 'culori' {
  interface Rgb {
    readonly mode: 'rgb'
    readonly r: number
    readonly g: number
    readonly b: number
  }
  export function differenceCiede2000(): (one: Rgb, other: Rgb) => number
}
