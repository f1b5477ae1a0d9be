/** The one row that says which data folder and which gateway the store belongs to. */
export interface InstallationRow {
  /** Always 1. */
  id: number;
  store_id: string;
  /** The data folder that goes with this store. */
  folder_id: string;
  /** A known text, encrypted with the keys that this store's secrets were encrypted with; null before the first start. */
  key_check: string | null;
  /** The gateway that runs on this store; null after an orderly stop. PostgreSQL only. */
  owner: string | null;
  /** The machine and the lock file that the owner holds, so that the next start there knows that it has ended. */
  owner_place: string | null;
  /** By the clock of the store; a gateway that does not renew it has ended. */
  lease_until: string | null;
  paired_at: string;
}

/** A file or folder that a process of this store wrote: nothing else is ever swept. */
export interface KeptFileRow {
  /** Below the data folder, with `/`: `originals/<aa>/<sha256>`, `engine/<owner>/<version>`. */
  path: string;
  written_at: string;
}
