// Prints the secrets of a new installation, for PLATELIGHT_SECRETS_FILE: node deploy/new-secrets.mjs > secrets.json
import { randomBytes } from 'node:crypto'

const secret = () => randomBytes(32).toString('base64')
console.log(JSON.stringify({ sessions: secret(), links: secret(), webhooks: secret() }))
