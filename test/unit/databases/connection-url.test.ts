import { expect } from 'chai';
import fc from 'fast-check';
import { parseConnectionUrl } from '#src/databases/connection-url.ts';
import { AppError } from '#src/errors.ts';

describe('a connection URL', () => {
  it('gives its parts', () => {
    expect(
      parseConnectionUrl('postgresql://ann:s%40cret@db.example.com:6432/shop?sslmode=verify-full'),
    ).to.deep.equal({
      type: 'postgres',
      host: 'db.example.com',
      port: 6432,
      database: 'shop',
      user: 'ann',
      password: 's@cret',
      sslMode: 'verify-full',
      channelBinding: null,
      schemas: null,
    });
    expect(parseConnectionUrl('mariadb://ann@[2606:4700::1]/my%2Fdb?ssl-mode=REQUIRED')).to.include(
      { type: 'mysql', host: '[2606:4700::1]', port: null, database: 'my/db', sslMode: 'require' },
    );
    expect(parseConnectionUrl('postgres://ann@h/shop?schema=sales,hr').schemas).to.deep.equal([
      'sales',
      'hr',
    ]);
  });

  it('takes channel_binding, as hosts of PostgreSQL write it', () => {
    const of = (mode: string) =>
      parseConnectionUrl(`postgres://ann@h/shop?sslmode=require&channel_binding=${mode}`);
    expect(of('require')).to.include({ sslMode: 'require', channelBinding: 'require' });
    expect([of('prefer'), of('disable')].map((one) => one.channelBinding)).to.deep.equal([
      null,
      null,
    ]);
  });

  const WRONG: readonly (readonly [string, RegExp])[] = [
    ['shop', /use the format postgres/],
    ['postgres://ann:p/ss@h:x/shop', /use the format postgres/],
    ['http://ann@h/shop', /"http" isn't supported/],
    ['constructor://ann@h/shop', /"constructor" isn't supported/],
    ['postgres://ann@h/shop?sslmode=constructor', /sslmode=constructor isn't a valid mode/],
    ['postgres://ann@h', /database name is missing/],
    ['postgres://ann@h/', /database name is missing/],
    ['postgres://h/shop', /user is missing/],
    ['postgres:///shop', /host is missing/],
    ['postgres://ann@/shop', /use the format postgres/],
    ['postgres://ann@h/a/b', /%2F/],
    ['postgres://ann@h/shop#x', /%23/],
    ['postgres://ann@h/sh%op', /%25/],
    ['postgres://ann@h/shop%00', /control character/],
    ['postgres://ann@h/shop?host=/tmp', /option "host" isn't supported/],
    ['postgres://ann@h/shop?hostaddr=10.0.0.1', /option "hostaddr"/],
    ['postgres://ann@h/shop?sslrootcert=/etc/passwd', /option "sslrootcert"/],
    ['postgres://ann@h/shop?sslmode=disable&host=10.0.0.1', /option "host"/],
    ['postgres://ann@h/shop?options=-c%20x', /option "options"/],
    ['mysql://ann@h/shop?socketPath=/tmp/mysql.sock', /option "socketPath"/],
    ['mysql://ann@h/shop?flags=LOCAL_FILES', /option "flags"/],
    ['postgres://ann@h/shop?sslmode=none', /sslmode=none isn't a valid mode/],
    ['postgres://ann@h/shop?sslmode=require&SSLMode=disable', /twice/],
    ['postgres://ann@h/shop?channel_binding=yes', /channel_binding=yes isn't a valid mode/],
    ['mysql://ann@h/shop?channel_binding=require', /works only with PostgreSQL/],
  ];
  for (const [url, text] of WRONG)
    it(`is refused: ${url}`, () => {
      expect(() => parseConnectionUrl(url)).to.throw(AppError, text);
    });

  it('is read as it was written, whatever stands in it', () => {
    const text = fc
      .string({ unit: 'grapheme', minLength: 1 })
      .filter((one) => !/\p{Cc}/u.test(one));
    fc.assert(
      fc.property(text, text, text, (user, password, database) => {
        const [u, p, d] = [user, password, database].map(encodeURIComponent);
        // "." and ".." are steps in a path, in any spelling.
        fc.pre(!/^\.{1,2}$/.test(database));
        const parts = parseConnectionUrl(`postgres://${u}:${p}@db.example.com/${d}`);
        expect(parts).to.include({ user, password, database });
      }),
    );
  });

  it('is refused without telling the password', () => {
    for (const url of [
      'postgres://ann:tops3cret@h/shop?host=x',
      'postgres://ann:tops3cret@h',
      'ftp://ann:tops3cret@h/x',
      'postgres://ann:tops3cret@h:port/x',
    ])
      expect(() => parseConnectionUrl(url))
        .to.throw(AppError)
        .with.property('message')
        .that.does.not.contain('tops3cret');
  });
});
