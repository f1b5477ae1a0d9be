import { expect } from 'chai';
import { type FolderSide, pairingOf, type StoreSide } from '#src/installation/pairing.ts';

const OURS = { folder_id: 'fld_1', store_id: 'sto_1', paired: true };
const NAMED = {
  originals: ['originals/aa/aa1', 'originals/bb/bb1'],
  engine: ['engine/ws_1/ver_1', 'engine/ws_1/ver_2'],
  owners: new Set(['ws_1']),
};
const ALL = [...NAMED.originals, ...NAMED.engine];

const folder = (kept: readonly string[], identity: FolderSide['identity'] = null): FolderSide => ({
  identity,
  kept,
});
const paired = (storeId: string, folderId: string): StoreSide => ({
  kind: 'paired',
  storeId,
  folderId,
});
const before: StoreSide = { kind: 'without-id', named: NAMED };

const CASES: readonly [string, StoreSide, FolderSide, string][] = [
  ['both new', { kind: 'empty' }, folder([]), 'new'],
  [
    'a first start that ended in between',
    { kind: 'empty' },
    folder([], { ...OURS, paired: false }),
    'new',
  ],
  [
    'an empty store beside originals',
    { kind: 'empty' },
    folder(['originals/aa/aa1']),
    'empty-store',
  ],
  ['an empty store beside engine files', { kind: 'empty' }, folder(NAMED.engine), 'empty-store'],
  ['an empty store, a folder that had another', { kind: 'empty' }, folder([], OURS), 'empty-store'],
  ['both as they were', paired('sto_1', 'fld_1'), folder(ALL, OURS), 'same'],
  ['a pair whose files are gone', paired('sto_1', 'fld_1'), folder([], OURS), 'same'],
  ["another folder's store", paired('sto_2', 'fld_2'), folder(ALL, OURS), 'other-store'],
  [
    'a restored folder beside the first store',
    paired('sto_1', 'fld_2'),
    folder(ALL, OURS),
    'other-folder',
  ],
  ['a new folder beside a used store', paired('sto_1', 'fld_1'), folder([]), 'other-folder'],
  ['a store of an earlier release in a paired folder', before, folder(ALL, OURS), 'other-store'],
  ['an earlier release, whole', before, folder(ALL), 'adopt'],
  [
    'an earlier release that was killed',
    before,
    folder([...ALL, 'engine/ws_1/ver_3', 'originals/cc/cc1']),
    'adopt',
  ],
  ['an earlier release without engine files', before, folder(NAMED.originals), 'adopt'],
  ['an earlier release that lacks an original', before, folder(ALL.slice(1)), 'inconsistent'],
  [
    "an earlier release beside another one's workspaces",
    before,
    folder([...ALL, 'engine/ws_9/ver_9']),
    'inconsistent',
  ],
  [
    'an earlier release that shares only bytes with the folder',
    before,
    folder([...NAMED.originals, 'originals/dd/dd1', 'engine/ws_9/ver_9']),
    'inconsistent',
  ],
];

describe('whether a store and a data folder belong together', () => {
  for (const [name, store, side, expected] of CASES)
    it(`${name}: ${expected}`, () => {
      const pairing = pairingOf(store, side);
      expect(pairing.kind === 'refuse' ? pairing.why.kind : pairing.kind).to.equal(expected);
    });

  it('names what is missing and what is unknown', () => {
    const pairing = pairingOf(before, folder(['originals/bb/bb1', 'originals/dd/dd1']));
    expect(pairing).to.deep.equal({
      kind: 'refuse',
      why: {
        kind: 'inconsistent',
        missing: ['originals/aa/aa1'],
        unknown: ['originals/dd/dd1'],
      },
    });
  });
});
