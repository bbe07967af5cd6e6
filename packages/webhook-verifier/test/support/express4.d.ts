// The parts of express that the tests use have the same types in 4 and 5.
declare module 'express4' {
  export { default } from 'express'
}
