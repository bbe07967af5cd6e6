// The stores of pictures, and an S3 service on loopback. Scripts use the server only through the entries of this folder, its
// programs and the SDK.

export { type Blobs, privateKey } from '../../src/blobs/blob-store.ts'
export { diskBlobs } from '../../src/blobs/disk-blobs.ts'
export { s3Blobs } from '../../src/blobs/s3-blobs.ts'
export { S3_PROGRAMS, startS3 } from '../support/blobs/s3-server.ts'
export { type StoredBlob, storedBlobs } from '../support/blobs/stored-blobs.ts'
