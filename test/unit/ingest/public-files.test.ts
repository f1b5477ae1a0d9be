import { expect } from 'chai';
import { PUBLIC_FILES } from '../../../bench/public-files/corpus.ts';
import { readAndJudge } from '../../../bench/public-files/read-and-judge.ts';

describe('files as the public has them', () => {
  for (const [kind, files] of Map.groupBy(PUBLIC_FILES, (file) => file.kind))
    it(`are read as what they hold, or a note says that they are not: ${kind}`, async () => {
      const judged = await Promise.all(files.map(readAndJudge));
      const wrong = judged.flatMap(({ verdict, why }, at) =>
        verdict.startsWith('wrong') ? [`${files[at]!.name}: ${verdict}: ${why}`] : [],
      );
      expect(wrong.filter((line) => line.includes('without a note'))).to.deep.equal([]);
      expect(wrong.length, wrong.join('\n')).to.be.at.most(1);
    });

  it('are at least 120 of twelve kinds', () => {
    expect(new Set(PUBLIC_FILES.map(({ kind }) => kind)).size).to.equal(12);
    expect(PUBLIC_FILES.length).to.be.at.least(120);
  });
});
