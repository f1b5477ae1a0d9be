/** The commands that a model may look at the data with, as a prompt names them. */
export const LOOKUP_COMMANDS =
  'find TEXT, rows TABLE, describe TABLE, join TABLE.COLUMN = TABLE.COLUMN';
