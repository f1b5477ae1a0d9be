import { z } from 'zod';
import { PLUGIN_API_VERSION, type Plugin } from '#src/plugin-api/plugin.ts';
import { createFolderStore } from './store.ts';

/** The default: objects are the files of the data folder, under their keys. */
export const plugin: Plugin<'objects', Record<string, never>> = {
  kind: 'objects',
  name: 'folder',
  apiVersion: PLUGIN_API_VERSION,
  settings: z.strictObject({}),
  create: (_settings, { dataDir }) => createFolderStore(dataDir),
};
