import { PLUGIN_API_VERSION, type Plugin } from '#src/plugin-api/plugin.ts';
import { type S3Settings, s3Settings } from './settings.ts';
import { createS3Store } from './store.ts';

/** A bucket of AWS, MinIO, R2, Ceph, or whatever else speaks the protocol. */
export const plugin: Plugin<'objects', S3Settings> = {
  kind: 'objects',
  name: 's3',
  apiVersion: PLUGIN_API_VERSION,
  settings: s3Settings,
  create: (settings, { clock }) => createS3Store(settings, clock),
};
