/** The WebAssembly build of PostgreSQL's parser, as libpg-query 18 ships it. */
declare module 'libpg-query/wasm/libpg-query.js' {
  export interface PgQueryModule {
    readonly HEAPU8: Uint8Array;
    lengthBytesUTF8(text: string): number;
    stringToUTF8(text: string, pointer: number, bytes: number): void;
    UTF8ToString(pointer: number): string;
    getValue(pointer: number, type: 'i32'): number;
    _malloc(bytes: number): number;
    _free(pointer: number): void;
    /** Gives a pointer to {parse tree, stderr buffer, error}. */
    _wasm_parse_query_raw(query: number): number;
    _wasm_free_parse_result(result: number): void;
  }
  const create: () => Promise<PgQueryModule>;

  // biome-ignore lint/style/noDefaultExport: that is how the package exports it.
  export { create as default };
}
