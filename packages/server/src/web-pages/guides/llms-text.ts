import { GUIDES } from './guide-list.ts'
import { guideText } from './guide-text.ts'

/** The list of pages for language models, in the form of llmstxt.org. */
export const llmsText = ({ publicUrl }: { publicUrl: () => string }): string => {
  const at = publicUrl()
  const list = (reader: string) =>
    GUIDES.filter((guide) => guide.reader === reader)
      .map(({ name, title, about }) => `- [${title}](${at}/docs/guides/${name}.md): ${about}`)
      .join('\n')
  return `# Platelight

> A self-hosted food-photo service: it turns photos of dishes into pictures for menus, delivery platforms and social media,
> with an HTTP API described in OpenAPI, a typed client (@platelight/sdk), a command line (@platelight/cli) and a library
> that verifies webhooks (@platelight/webhook-verifier).

Send a key as \`Authorization: Bearer\`. Work costs credits: \`POST /api/estimate\` tells the price without doing it. All guides
in one file: ${at}/llms-full.txt

## Reference

- [OpenAPI document](${at}/openapi.json): every endpoint with its fields, limits and replies
- [Errors](${at}/docs/errors): every error code as JSON, with what to do
- [Warnings](${at}/docs/warnings): every warning code as JSON, with what to do
- [Capabilities](${at}/api/capabilities): what serves each operation on this server now

## Guides

${list('developers')}

## Optional

${list('operators')}
`
}

/** All guides for developers as one Markdown file. */
export async function llmsFullText(deps: { publicUrl: () => string }): Promise<string> {
  const guides = GUIDES.filter(({ reader }) => reader === 'developers')
  const texts = await Promise.all(guides.map(async (guide) => (await guideText(guide)).markdown))
  return [llmsText(deps), ...texts].join('\n\n')
}
