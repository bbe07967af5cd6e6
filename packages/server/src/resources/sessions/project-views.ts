import { blobName } from '../../blobs/blob-store.ts'
import type { SignedLinks } from '../../blobs/signed-links.ts'
import type { UploadDeduplication } from '../../blobs/upload-deduplication.ts'
import type { UploadRow } from '../../blobs/upload-repository.ts'
import type { Schemas } from '../../contract/index.ts'
import type { AnonymousProject } from './anonymous-project-repository.ts'
import type { Project } from './project-repository.ts'

export type ProjectViews = ReturnType<typeof createProjectViews>

/** How projects look to the visitor who saved them, and to the account that has claimed them. */
export const createProjectViews = ({
  links,
  deduplication,
}: {
  readonly links: SignedLinks
  readonly deduplication: Pick<UploadDeduplication, 'shown'>
}) => ({
  /** The link works as long as the project is there. */
  anonymous: (project: AnonymousProject): Schemas['AnonymousProject'] => ({
    project_id: project.id,
    image_url: links.private(blobName(project.blob), Math.floor(Date.parse(project.expires_at) / 1000)),
    ...choicesOf(project),
    expires_at: project.expires_at,
  }),

  /** @param upload Its photo; undefined when the upload has expired or was removed. */
  claimed: (project: Project, upload: UploadRow | undefined): Schemas['ProjectClaimed'] => ({
    status: 'claimed',
    project_id: project.id,
    upload_id: project.upload_id,
    image_url: upload ? deduplication.shown(upload).url : null,
    ...choicesOf(project),
    claimed_at: project.claimed_at ?? project.created_at,
  }),
})

const choicesOf = ({ preset, goal, format, locale, configuration }: AnonymousProject | Project) => ({
  preset,
  goal,
  format,
  locale,
  configuration: JSON.parse(configuration) as Record<string, unknown>,
})
