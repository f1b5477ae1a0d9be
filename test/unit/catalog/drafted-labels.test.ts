import { expect } from 'chai';
import { draftedLabels } from '#src/catalog/drafted-labels.ts';
import { synonymsOf, takenLabels } from '#src/catalog/synonyms.ts';

const labelsOf = (table: string, columns: readonly string[], others: readonly string[] = []) => {
  const labels = draftedLabels(table, columns, others);
  return [labels.table, ...columns.map(labels.of)];
};

describe('labels that are drafted', () => {
  it('are the names with their short forms written out', () => {
    expect(labelsOf('cust', ['cust_nm', 'ph', 'typ', 'reg_dt', 'stat'])).to.deep.equal([
      ...['customer', 'customer name', 'phone', 'type', 'registration date', 'status'],
    ]);
  });

  it('leave short forms that may be something else, where names are not short throughout', () => {
    expect(labelsOf('pets', ['name', 'cat', 'dog', 'owner', 'ref', 'max_age'])).to.deep.equal([
      ...['pets', 'name', 'cat', 'dog', 'owner', 'ref', 'max age'],
    ]);
  });

  it('leave a name that another one is written out as', () => {
    expect(labelsOf('emp', ['dept', 'department', 'qty'])).to.deep.equal([
      ...['employee', 'dept', 'department', 'quantity'],
    ]);
    expect(labelsOf('cust', ['amt'], ['customers'])[0]).to.equal('cust');
  });

  it('call a table by what is in it, not by how it came', () => {
    expect(labelsOf('employees_export', [])).to.deep.equal(['employees']);
    expect(labelsOf('sales_report_data', [])).to.deep.equal(['sales']);
    expect(labelsOf('price_list', [])).to.deep.equal(['price list']);
    expect(labelsOf('country_exports', [])).to.deep.equal(['country exports']);
    expect(labelsOf('employees_export', [], ['employees'])).to.deep.equal(['employees export']);
  });

  it('keep the name as it is written as another way to say it', () => {
    expect(synonymsOf('cust_nm', takenLabels(['cust_nm']), 'customer name')).to.include('cust nm');
    expect(synonymsOf('ph', takenLabels([]), 'phone')).to.include.members(['ph', 'telephone']);
  });
});
