import type { Generated } from 'kysely';

/** The one row that says which data folder and which gateway the store belongs to. */
export interface InstallationRow {
  /** Always 1. */
  id: number;
  store_id: string;
  /** The data folder that goes with this store. */
  folder_id: string;
  /** A known text, encrypted with the keys that this store's secrets were encrypted with; null before the first start. */
  key_check: string | null;
  /** The gateway of an earlier release that runs on this store alone; null where none does. PostgreSQL only. */
  owner: string | null;
  /** Its machine. */
  owner_place: string | null;
  /** By the clock of the store; an owner that does not renew it has ended. */
  lease_until: string | null;
  paired_at: string;
  /** Starts of gateways so far. */
  epoch: Generated<number>;
}

/** A gateway that works on a PostgreSQL store. The row goes with an orderly stop. */
export interface GatewayRow {
  id: string;
  /** Of the software. */
  version: string;
  /** Where it listens, for people. */
  address: string;
  /** The machine, its boot and the lock that it holds: on the same machine its end is known at once. */
  place: string;
  /** The inode of the data folder, which is the same for all that share it. */
  folder: string;
  /** Grows when another gateway takes over what this one left; whoever holds an older one has to stop. */
  epoch: number;
  /** By the clock of the store; a gateway that does not renew it has ended. */
  lease_until: string;
  /** JSON: fingerprints of the settings that all gateways have to agree on, by name. */
  settings: string;
  /** JSON: fingerprints of its encryption keys, the one that it encrypts with first. */
  keys: string;
  started_at: string;
}

/** A file or folder that a gateway is making or reading: nobody removes it. */
export interface InMakingRow {
  /** As `kept_files` names it. */
  path: string;
  gateway: string;
}

/** Calls that are counted against a limit, where PostgreSQL counts them. */
export interface RateCountRow {
  key: string;
  calls: number;
  /** End of the window, by the clock of the store. */
  until: string;
}

/** A file or folder that a process of this store wrote: nothing else is ever swept. */
export interface KeptFileRow {
  /** Below the data folder, with `/`: `originals/<aa>/<sha256>`, `engine/<owner>/<version>`. */
  path: string;
  written_at: string;
}
