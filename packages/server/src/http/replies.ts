import { type FileReply, SpecialReply } from '../contract/index.ts'

/** Sends the caller elsewhere: 302. */
export const redirect = (location: string): SpecialReply => new SpecialReply({ kind: 'redirect', location })

/** Answers with bytes, whole, in part (Range) or not at all (If-None-Match). */
export const file = (reply: FileReply): SpecialReply => new SpecialReply({ kind: 'file', file: reply })
