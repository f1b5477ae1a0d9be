import { expect } from 'chai';
import { personalName } from '#src/catalog/personal-columns.ts';
import { isSecretName } from '#src/catalog/secret-columns.ts';
import type { ColumnType } from '#src/plugin-api/catalog.ts';
import { ORDINARY_NAMES, PERSONAL_NAMES, SECRET_NAMES } from '../../fixtures/column-names.ts';

describe('what the names of columns tell', () => {
  const asked = (entries: readonly string[], test: (name: string, type: ColumnType) => boolean) =>
    entries.filter((entry) => {
      const [name = '', type = 'text'] = entry.split(':');
      return test(name, type as ColumnType);
    });

  it('finds secrets however their words are joined, in several languages', () => {
    expect(asked(SECRET_NAMES, (name, type) => !isSecretName(name, type))).to.deep.equal([]);
  });

  it('finds personal data, which is no secret', () => {
    expect(asked(PERSONAL_NAMES, (name, type) => personalName(name, type) === null)).to.deep.equal(
      [],
    );
    expect(asked(PERSONAL_NAMES, isSecretName)).to.deep.equal([]);
  });

  it('closes none of the ordinary columns, and marks none of them personal', () => {
    expect(asked(ORDINARY_NAMES, isSecretName)).to.deep.equal([]);
    expect(asked(ORDINARY_NAMES, (name, type) => personalName(name, type) !== null)).to.deep.equal(
      [],
    );
  });
});
