/** A question that somebody keeps, with the statement that answers it. */
export interface SavedQuestionRow {
  id: string;
  client_id: string;
  workspace_id: string;
  /** Who keeps it; null: the whole account. */
  end_user_id: string | null;
  /** `RowPolicy.hash` of who keeps it. */
  policy_hash: string;
  name: string;
  question: string;
  /** As the answer showed it. */
  sql: string;
  /** JSON: the answer that it was made of, without rows. */
  form: string;
  /** JSON: array of the names of its columns. */
  columns: string;
  /** JSON: array of `{table, column, type}`, what the statement reads. */
  reads: string;
  /** JSON: how it is to be drawn; null: as the answer is. */
  chart: string | null;
  /** JSON: `Asked`, from which its days are found again; null: they stay. */
  asked: string | null;
  /** 1: everybody of the tenant may read it. */
  shared: number;
  trace_id: string;
  created_at: string;
  updated_at: string;
}

/** The last result of a saved question, for those who see the same rows. */
export interface SavedResultRow {
  saved_id: string;
  policy_hash: string;
  generation_id: string;
  /** JSON: columns and rows. */
  result: string;
  as_of: string;
}

export interface BoardRow {
  id: string;
  client_id: string;
  workspace_id: string;
  /** Whose it is; null: the whole account's. */
  end_user_id: string | null;
  name: string;
  shared: number;
  /** JSON: array of `BoardFilter`. */
  filters: string;
  /** JSON: array of `TextTile` with their positions among the tiles. */
  texts: string;
  /** Grows with each change. */
  version: number;
  created_at: string;
  updated_at: string;
}

export interface BoardTileRow {
  board_id: string;
  /** From 0. */
  position: number;
  saved_id: string;
  /** Columns of the board that it takes: 1 or 2. */
  width: number;
}

/** An answer or board as it was, for whoever has the link. */
export interface SnapshotRow {
  id: string;
  client_id: string;
  workspace_id: string;
  /** Who made it; null: the whole account. */
  end_user_id: string | null;
  /** Name of the member or key. */
  maker: string;
  source: 'answer' | 'board';
  /** Id of the trace or board. */
  source_id: string;
  title: string;
  /** JSON: array of `SnapshotCard`. */
  content: string;
  /** JSON: array of `ReadColumn`: it ends when one of them is gone or hidden. */
  reads: string;
  /** JSON: array of the ids of files whose tables it shows. */
  file_ids: string;
  database_id: string | null;
  /** SHA-256 of the token in the link, hex. */
  token_hash: string;
  created_at: string;
  expires_at: string;
}
