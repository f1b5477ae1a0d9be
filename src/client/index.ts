/** `plumbline/client`: the service's API for Node, browsers and workers. docs/integrate.md shows how to use it. */

export {
  type AnswerDone,
  type AskAnswer,
  type AskEvent,
  type AskStreamOptions,
  askStream,
  NO_ANSWER_YET,
  StreamCutError,
  withEvent,
} from './ask-stream.ts';
export {
  BudgetError,
  ConflictError,
  ConnectionError,
  ForbiddenError,
  InvalidRequestError,
  NotFoundError,
  PlumblineError,
  type Problem,
  RateLimitError,
  ServiceError,
  UnauthenticatedError,
  UnavailableError,
} from './errors.ts';
export * from './generated/calls.ts';
export type * from './generated/types.ts';
export type { Call, UploadOptions } from './operation.ts';
export { pagesOf, type ResultAddress, resultPages } from './pages.ts';
export {
  type CallOptions,
  type ConnectOptions,
  connect,
  type Service,
  type TokenSource,
} from './service.ts';
export { type Progress, UPLOAD_ENDINGS } from './upload.ts';
