export {
  createFakeService,
  type FakeOptions,
  type FakeReply,
  type FakeService,
  type OperationName,
} from './testing/create-fake-service.ts'
export type { FakeFailure } from './testing/fake-failures.ts'
export type { MovableClock } from './testing/movable-clock.ts'
export type { RecordedFile, RecordedRequest } from './testing/recorded-request.ts'
