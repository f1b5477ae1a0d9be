export {
  createBoard,
  deleteBoard,
  deleteSaved,
  getBoard,
  listBoards,
  listFilterValues,
  listOfferedFilters,
  listSaved,
  refreshBoard,
  refreshSaved,
  saveQuestion,
  updateBoard,
  updateSaved,
} from '#src/client/generated/calls.ts';
export type {
  Board,
  BoardSummary,
  SavedQuestion,
  SavedResult,
} from '#src/client/generated/types.ts';
