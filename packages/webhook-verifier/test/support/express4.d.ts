// What the tests use of express is declared the same way in 4 and 5.
declare module 'express4' {
  export { default } from 'express'
}
