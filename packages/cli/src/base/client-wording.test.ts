import { expect, test } from 'vitest'
import { toCliWording } from './client-wording.ts'

test.each([
  ['The server answered text/html: <!doctype html>\n<title>Hotel</title>', /open a browser and do that first/],
  [
    'The server redirects to http://login.example/; is the base URL right?',
    /http:\/\/login\.example\/ If this Wi-Fi asks/,
  ],
  ['There is no such endpoint.', /it is older than platelight/],
  [
    'The connection to https://photos.example.com failed (ENOTFOUND). Start a server.',
    /^The server at \S+ is not found\. Check the Wi-Fi or the cable, and the address\.$/,
  ],
  [
    "The file cannot be read: EACCES: permission denied, open '/menu/a.jpg'.",
    /^The file cannot be read: you may not open it\.$/,
  ],
  ["menu cannot be read: EACCES: permission denied, scandir '/menu'", /^menu cannot be read: you may not open it$/],
  [
    'The ledger /out/.platelight-batch.jsonl cannot be written: ENOSPC: no space left on device, write',
    /^The disk is full: \/out\/\.platelight-batch\.jsonl, .* Free some space, or choose another folder with --out\.$/,
  ],
  [
    'Cannot write /menu/a b.jpg: ENOSPC: no space left on device, write',
    /^The disk is full, so \/menu\/a b\.jpg was not written\.$/,
  ],
  [
    'The credential is not valid. It is unknown, revoked or expired, or it does not have the form "Bearer …". The key is from x.',
    /^The server does not accept the key: .* The key is from x\.$/,
  ],
])('%j is said in words for the person at the terminal', (said, wanted) => {
  expect(toCliWording(said)).toMatch(wanted)
})
