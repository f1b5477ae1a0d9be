import type { Board, Tile } from '#src/client/generated/types.ts';

export type ShownTile = Board['tiles'][number];
export type TextCard = Extract<ShownTile, { readonly text: string }>;
export type QuestionCard = Exclude<ShownTile, TextCard>;

export const isText = (tile: ShownTile): tile is TextCard => 'text' in tile;

export const tileId = (tile: ShownTile): string => (isText(tile) ? tile.id : tile.saved_id);

const widthOf = ({ width }: ShownTile) => (width === 2 ? 2 : 1);

/** Tiles as a change of their board sends them. What the reader may not see cannot be sent, and goes. */
export const sentTiles = (tiles: readonly ShownTile[]): readonly Tile[] =>
  tiles.flatMap((tile): Tile[] => {
    const width = widthOf(tile);
    if (isText(tile)) return [{ id: tile.id, text: tile.text, width }];
    return tile.saved ? [{ saved_id: tile.saved_id, width }] : [];
  });
