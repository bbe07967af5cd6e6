import type { Command } from 'commander'
import type { ApiFlags } from '../../actions/api-actions.ts'
import { repeated } from '../../base/flag-values.ts'
import type { RunAction } from '../run-action.ts'

/** `platelight api`: calls any endpoint, including those without a command. */
export function addApi(program: Command, run: RunAction): void {
  program
    .command('api')
    .description('call any endpoint with your credential and print the reply')
    .argument('<method>', 'GET, POST, PUT, PATCH, DELETE or HEAD')
    .argument('<path>', 'such as /api/account/credits')
    .option('-f, --raw-field <name=value>', 'a text field; may be repeated', repeated)
    .option(
      '-F, --field <name=value>',
      'a field; numbers, true, false and null keep their type, and @file sends a file',
      repeated,
    )
    .option('--input <file>', 'file with the body, or - for standard input')
    .option('-H, --header <name:value>', 'a request header; may be repeated', repeated)
    .option('-i, --include', 'also print status and headers of the reply')
    .option('--paginate', 'fetch all pages of a list')
    .addHelpText('after', EXAMPLES)
    .action((method: string, path: string, flags: ApiFlags) =>
      run(async (context) => (await import('../../actions/api-actions.ts')).callApi(method, path, flags, context)),
    )
}

const EXAMPLES = `
With GET, HEAD and DELETE, fields are sent as the query. Otherwise they are a
JSON body, or a form if one of them is a file.

Examples:
  platelight api GET /api/account/credits
  platelight api GET /v1/photos -f limit=100 --paginate
  platelight api POST /api/upscale -f image_url=https://example.com/a.jpg -F scale=4
  platelight api POST /api/mobile/uploads -F image=@ramen.jpg
`
