export { SIGNATURE_HEADER, sign, verify } from './signature.ts'
