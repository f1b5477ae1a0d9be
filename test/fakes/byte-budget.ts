import { ByteBudget, Room } from '#src/byte-budget.ts';

/** A budget that no test fills. */
export const plentyOfBytes = (): ByteBudget =>
  new ByteBudget({ bytes: 2 ** 40, waitMs: 0, full: 'full.' });

/** The memory of one answer, without a bound. */
export const plentyOfRoom = (): Promise<Room> => Room.open(plentyOfBytes(), 'test');
