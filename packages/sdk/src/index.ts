export type { PlatelightOptions } from './client/client-options.ts'
export { Platelight } from './client/platelight.ts'
export type { ByteSource } from './files/byte-source.ts'
export { type FileInput, type FilePath, type ImageInput, MAX_IMAGE_BYTES } from './files/picture-input.ts'
export type { OnePicture, SeveralPictures, WithPictures } from './files/picture-uploads.ts'
export type * from './generated/schema.d.ts'
export * from './jobs/job-errors.ts'
export type { Job, JobFilter, WaitOptions } from './jobs/job-handle.ts'
export type { JobSnapshot, JobState } from './jobs/job-snapshot.ts'
export type { PictureFilter } from './resources/account/me-resource.ts'
export type { AssetParams } from './resources/assets-resource.ts'
export type { BrandParams } from './resources/brand-resource.ts'
export type { BatchResult, JobParams, JobResult } from './resources/jobs-resource.ts'
export type { AssetJobParams, ComposeJobFormParams, EnhanceJobFormParams } from './resources/mobile-jobs-resource.ts'
export type { EnhanceFormParams } from './resources/mobile-resource.ts'
export type {
  EnhancedPhoto,
  EnhanceParams,
  Photo,
  PhotoActions,
  PhotoFile,
  PhotoRef,
} from './resources/photos-resource.ts'
export type { PictureOptions, PictureRef } from './resources/picture-files.ts'
export type { ReelParams } from './resources/reels-resource.ts'
export type { AnonymousOptions, AnonymousProjectParams } from './resources/sessions-resource.ts'
export type { UploadedPhoto } from './resources/uploads-resource.ts'
export type { DeliveryFilter } from './resources/webhook-endpoints-resource.ts'
export type {
  Call,
  CallOptions,
  SpendOptions,
  UploadProgress,
  WithResponse,
  WriteOptions,
} from './transport/api-call.ts'
export type { DownloadOptions, Saved } from './transport/open-link.ts'
export type { List, ListParams, Page } from './transport/paged-list.ts'
export type { Logger, LogLevel } from './transport/redacting-log.ts'
export type { Hooks, ReceivedResponse, SentRequest } from './transport/request-hooks.ts'
export type { Meta, RateLimit } from './transport/response-meta.ts'
export type { Clock } from './transport/sdk-clock.ts'
export * from './transport/sdk-errors.ts'
