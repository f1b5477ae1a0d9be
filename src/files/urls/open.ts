import type { Config } from '#config/schema.ts';
import { foldersOf } from '#src/files/folders.ts';
import { maxFileBytes } from '#src/files/max-bytes.ts';
import type { JobHandler } from '#src/jobs/types.ts';
import { createHostCheck, type HostCheckOptions } from '#src/network/host-check.ts';
import {
  createEnqueueRefresh,
  createRefreshes,
  createTakeDue,
  type RefreshDeps,
} from './refresh.ts';
import { resealUrls } from './reseal.ts';
import { createFileUrls, type FileUrlsDeps } from './service.ts';
import type { FileUrls } from './types.ts';

type OpenFileUrlsDeps = Pick<FileUrlsDeps, 'store' | 'clock' | 'box' | 'ownerOf'> &
  Pick<RefreshDeps, 'log' | 'files' | 'publishEvent' | 'enqueue'> & {
    readonly config: Pick<Config, 'file_urls' | 'files' | 'plans' | 'data_dir'>;
    /** Where work in progress lies. */
    readonly scratch: string;
    /** In place of the system's resolver. */
    readonly lookup?: HostCheckOptions['lookup'];
  };

/** Files from URLs: what requests need, what jobs do, and what the clock of the schedules calls. */
export interface OpenFileUrls {
  readonly service: FileUrls;
  /** The handler of `REFRESH_JOB`. */
  readonly refresh: JobHandler;
  /** Turns sources that are due into jobs. */
  takeDue(): Promise<void>;
  /** Encrypts stored URLs with the newest key. */
  reseal(): Promise<void>;
}

export function openFileUrls(deps: OpenFileUrlsDeps): OpenFileUrls {
  const { config, store, clock } = deps;
  const { file_urls: urls } = config;
  const checkHost = createHostCheck({
    allowPrivateHosts: urls.allow_private_hosts,
    allowedHosts: urls.allowed_hosts,
    dnsTimeoutMs: urls.dns_timeout_ms,
    setting: 'file_urls.allowed_hosts',
    ...(deps.lookup ? { lookup: deps.lookup } : {}),
  });
  const limits = {
    checkHost,
    allowHttp: urls.allow_private_hosts,
    timeoutMs: urls.timeout_ms,
    maxRedirects: urls.max_redirects,
  };
  const folder = foldersOf(config.data_dir, deps.scratch).uploads;
  const enqueueRefresh = createEnqueueRefresh({ enqueue: deps.enqueue, attempts: urls.attempts });
  const shared = { ...deps, limits, folder };
  return {
    service: createFileUrls({ ...shared, checkHost, enqueueRefresh }),
    refresh: createRefreshes({
      ...shared,
      attempts: urls.attempts,
      maxBytes: (plan) => maxFileBytes(config, plan),
    }),
    takeDue: createTakeDue({ store, clock }, enqueueRefresh),
    reseal: () => resealUrls(store, deps.box, deps.log),
  };
}
