/** Types of fields of the compact protocol (Apache Thrift, thrift-compact-protocol.md). */
const I32 = 5;
const I64 = 6;
const BINARY = 8;
const LIST = 9;
const STRUCT = 12;

/** Writes structures as the metadata of a Parquet file has them: Thrift's compact protocol. */
export class ThriftCompact {
  #bytes = Buffer.alloc(1024);
  #at = 0;
  #lastField = 0;
  readonly #outer: number[] = [];

  i32(field: number, value: number): this {
    this.#field(field, I32);
    return this.#zigzag(value);
  }

  i64(field: number, value: number): this {
    this.#field(field, I64);
    return this.#zigzag(value);
  }

  string(field: number, value: string): this {
    this.#field(field, BINARY);
    return this.#text(value);
  }

  struct(field: number, write: () => void): this {
    this.#field(field, STRUCT);
    return this.#struct(write);
  }

  i32List(field: number, values: readonly number[]): this {
    this.#list(field, I32, values.length);
    for (const value of values) this.#zigzag(value);
    return this;
  }

  stringList(field: number, values: readonly string[]): this {
    this.#list(field, BINARY, values.length);
    for (const value of values) this.#text(value);
    return this;
  }

  structList<T>(field: number, items: readonly T[], write: (item: T) => void): this {
    this.#list(field, STRUCT, items.length);
    for (const item of items) this.#struct(() => write(item));
    return this;
  }

  /** The bytes of the outermost structure. */
  end(): Buffer {
    this.#byte(0);
    return this.#bytes.subarray(0, this.#at);
  }

  #struct(write: () => void): this {
    this.#outer.push(this.#lastField);
    this.#lastField = 0;
    write();
    this.#byte(0);
    this.#lastField = this.#outer.pop() ?? 0;
    return this;
  }

  #field(field: number, type: number): void {
    this.#byte(((field - this.#lastField) << 4) | type);
    this.#lastField = field;
  }

  #list(field: number, type: number, size: number): void {
    this.#field(field, LIST);
    if (size < 15) this.#byte((size << 4) | type);
    else {
      this.#byte(0xf0 | type);
      this.#varint(size);
    }
  }

  #text(value: string): this {
    const bytes = Buffer.from(value);
    this.#varint(bytes.length);
    this.#room(bytes.length);
    this.#at += bytes.copy(this.#bytes, this.#at);
    return this;
  }

  /** Non-negative numbers up to 2 ** 52, and small negative ones. */
  #zigzag(value: number): this {
    this.#varint(value < 0 ? -2 * value - 1 : 2 * value);
    return this;
  }

  #varint(value: number): void {
    let rest = value;
    while (rest >= 128) {
      this.#byte((rest % 128) | 128);
      rest = Math.floor(rest / 128);
    }
    this.#byte(rest);
  }

  #byte(value: number): void {
    this.#room(1);
    this.#bytes[this.#at++] = value;
  }

  #room(bytes: number): void {
    if (this.#at + bytes <= this.#bytes.length) return;
    this.#bytes = Buffer.concat([this.#bytes, Buffer.alloc(this.#bytes.length + bytes)]);
  }
}
